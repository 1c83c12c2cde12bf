import type { DoctorCheck } from '../../contract/index.ts';
import { lockedMemory, readHardening } from '../../native/process/index.ts';
import { heldBytes } from '../../native/secure-memory/index.ts';
import { freeBytes, LOW_DISK_BYTES } from '../vault/index.ts';
import { verifyTrail } from './audit.ts';
import type { Host } from './host.ts';

const BACKUP_AGE_MS = 7 * 86_400_000;

/** Looks at everything that can be wrong with a vault and says what to do about it. */
export async function doctor(host: Host): Promise<DoctorCheck[]> {
  const session = host.open();
  const { mind } = session;
  const checks: DoctorCheck[] = [];
  const add = (name: string, state: DoctorCheck['state'], detail: string, action: string | null = null) => checks.push({ name, state, detail, action });
  const state = await host.status();
  if (state.readOnly === 'rolled_back') add('file', 'failed', 'The vault file is older than the last one this machine saw; it is open for reading only.', 'Restore the newer file, or take this one as it is.');
  else add('file', 'ok', 'The vault file is the last one this machine saw.');
  const problems = await mind.vault.read('integrity');
  if (problems.join() === 'ok') add('integrity', 'ok', 'Every page was read and verified.');
  else add('integrity', 'failed', `${problems.length} problems found.`, 'Restore the last backup.');
  const { model, index } = mind.embedding();
  const counts = await mind.vault.read('embeddingCounts', { space: model.space.name });
  const missing = counts.total - counts.embedded;
  add('vectors', missing === 0 ? 'ok' : 'warning', `${counts.embedded} of ${counts.total} memories have a vector in ${model.space.name}.`,
    missing === 0 ? null : 'They are embedded in the background; until then words find them.');
  const { backend, problem } = index;
  add('index', index.loaded && problem === null ? 'ok' : 'warning', `${index.count} vectors in ${backend.name} (${backend.form}), ${Math.round(index.bytes / 1024)} KiB.`,
    problem === null ? null : `The chosen search of meanings cannot be used (${problem}); choose another one or check what it needs.`);
  const reading = session.memory.look();
  const { level } = session.memory;
  add('pressure', level === 'normal' ? 'ok' : 'warning', `${Math.round(reading.resident / 1e6)} MB in this process, ${Math.round(reading.available / 1e6)} MB left on the machine: ${level}.`,
    level === 'normal' ? null : 'Meanings are kept in a shorter form and caches are empty; close other programs.');
  const reachable = await model.available();
  add('embedder', reachable ? 'ok' : 'warning', model.label, reachable ? null : 'Start the model, or choose the built-in one.');
  const trail = await verifyTrail(mind);
  add('audit', trail.whole ? 'ok' : 'failed', trail.whole ? `${trail.entries} entries, chained without a gap.` : `The chain breaks at entry ${trail.firstBroken}.`, trail.whole ? null : 'Somebody changed the vault from outside; compare with a backup.');
  const closed = readHardening();
  const open = Object.entries({ 'other programs may look into its memory': closed.notDumpable, 'a crash would write a core file': closed.noCore, 'a signal opens its debugger': closed.noDebuggerSignal, 'its files are not private': closed.privateFiles })
    .filter(([, state]) => state === false).map(([what]) => what);
  add('process', open.length === 0 ? 'ok' : 'warning', open.length === 0 ? 'No core files, no debugger, private files.' : `This process is not closed: ${open.join('; ')}.`, open.length === 0 ? null : 'Start Engram by its own commands.');
  const locked = lockedMemory();
  add('memory', locked !== null && locked < heldBytes() ? 'warning' : locked === null ? 'skipped' : 'ok', locked === null ? 'This system does not tell what is kept out of the swap file.' : `${heldBytes()} bytes of keys in ${Math.round(locked / 1024)} KiB of locked memory.`,
    locked !== null && locked < heldBytes() ? 'Keys may reach the swap file; raise the limit of locked memory, or encrypt the swap.' : null);
  const inLog = mind.vault.erasedInLog;
  add('log', inLog ? 'warning' : 'ok', inLog ? 'Copies of what was erased may still stand in the log of the vault file.' : 'Nothing that was erased is left in the log of the vault file.',
    inLog ? 'The log is emptied as soon as nothing reads the file any more and the disk has room; locking empties it, too.' : null);
  const free = freeBytes(host.dir);
  add('disk', free < LOW_DISK_BYTES ? 'warning' : 'ok', `${Math.floor(free / 1_048_576)} MB are free.`, free < LOW_DISK_BYTES ? 'Make room soon; forgetting and erasing go on working meanwhile.' : null);
  const age = state.lastBackupAt === null ? null : host.clock.now() - state.lastBackupAt;
  add('backup', age !== null && age < BACKUP_AGE_MS ? 'ok' : 'warning', age === null ? 'There is no backup yet.' : `The last one is ${Math.floor(age / 86_400_000)} days old.`,
    age !== null && age < BACKUP_AGE_MS ? null : 'Make a backup.');
  add('queue', 'ok', `${mind.vault.writesUnderWay} writes are waiting.`);
  return checks;
}
