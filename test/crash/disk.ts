import type { Chance } from './chance.ts';
import type { DiskEvent } from './disk-log.ts';

/** The smallest piece a disk writes whole. */
const SECTOR = 512;

type Change = { at: number; bytes: Buffer } | { size: number };

/** Bytes that grow and shrink as a file does; what lies between is zero. */
class Bytes {
  #room: Buffer;
  #size: number;

  constructor(bytes: Buffer, room = bytes.length) {
    this.#room = Buffer.alloc(Math.max(room, bytes.length));
    bytes.copy(this.#room);
    this.#size = bytes.length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }

  put(change: Change): void {
    const end = endOf(change);
    if (end > this.#room.length) this.#room = Buffer.concat([this.#room, Buffer.alloc(Math.max(end, 2 * this.#room.length) - this.#room.length)]);
    if ('bytes' in change) {
      change.bytes.copy(this.#room, change.at);
      this.#size = Math.max(this.#size, end);
      return;
    }
    if (end < this.#size) this.#room.fill(0, end, this.#size);
    this.#size = end;
  }
}

const endOf = (change: Change): number => ('size' in change ? change.size : change.at + change.bytes.length);

/** One file: what is certain to be on the disk, and what was done since. */
interface Stored {
  certain: Bytes;
  pending: Change[];
}

/** The sectors of a write that reached the disk, each by chance. */
function torn(change: Change, kept: number, chance: Chance): Change[] {
  if ('size' in change) return [change];
  const parts: Change[] = [];
  for (let from = 0; from < change.bytes.length;) {
    const to = Math.min(change.bytes.length, from + SECTOR - ((change.at + from) % SECTOR));
    if (chance.hit(kept)) parts.push({ at: change.at + from, bytes: change.bytes.subarray(from, to) });
    from = to;
  }
  return parts;
}

/**
 * A folder on a disk that may lose power. A file's bytes are certain after the file was synced, its
 * name after the folder was; until then any part of what was done since may be there or not.
 */
export class Disk {
  #names = new Map<string, Stored | null>();
  /** For each name, what it stood for since the folder was last synced, oldest first. */
  #named = new Map<string, (Stored | null)[]>();
  readonly #deaf: string | null;

  /** `deaf`: the file whose syncs do nothing, as if the writer made none. */
  constructor(files: Record<string, Buffer>, deaf: string | null = null) {
    for (const [name, bytes] of Object.entries(files)) this.#names.set(name, { certain: new Bytes(bytes), pending: [] });
    this.#deaf = deaf;
  }

  #name(file: string, stored: Stored | null): void {
    const before = this.#named.get(file) ?? [this.#names.get(file) ?? null];
    this.#named.set(file, [...before, stored]);
    this.#names.set(file, stored);
  }

  #open(file: string): Stored {
    const stored = this.#names.get(file);
    if (!stored) throw new Error(`${file} is not there`);
    return stored;
  }

  /** Follows one event of a log. */
  apply(event: DiskEvent): void {
    if (event.kind === 'told') return;
    if (event.kind === 'create') {
      if (!this.#names.get(event.file)) this.#name(event.file, { certain: new Bytes(Buffer.alloc(0)), pending: [] });
    } else if (event.kind === 'remove') this.#name(event.file, null);
    else if (event.kind === 'write') this.#open(event.file).pending.push({ at: event.at, bytes: event.bytes });
    else if (event.kind === 'truncate') this.#open(event.file).pending.push({ size: event.size });
    else if (event.kind === 'sync-folder') this.#named.clear();
    else if (event.file !== this.#deaf) {
      const stored = this.#open(event.file);
      for (const change of stored.pending) stored.certain.put(change);
      stored.pending = [];
    }
  }

  /** The files as a computer could find them after losing power now: of all that is not certain a random part, in random order, torn. */
  afterPowerLoss(chance: Chance): Record<string, Buffer> {
    const files: Record<string, Buffer> = {};
    for (const name of new Set([...this.#names.keys(), ...this.#named.keys()])) {
      const history = this.#named.get(name);
      const stored = history ? chance.pick(history) : this.#names.get(name)!;
      if (!stored) continue;
      const written = chance.pick([0, 0.1, 0.5, 0.9, 1]);
      const sectors = chance.pick([0.5, 0.95, 1, 1]);
      const changes = chance.hit(0.3) ? stored.pending : chance.shuffle(stored.pending);
      const file = new Bytes(stored.certain.bytes, changes.reduce((most, change) => Math.max(most, endOf(change)), 0));
      for (const change of changes) if (chance.hit(written)) for (const part of torn(change, sectors, chance)) file.put(part);
      files[name] = file.bytes;
    }
    return files;
  }
}
