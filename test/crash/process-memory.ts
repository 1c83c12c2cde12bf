import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Read at once, with as much repeated as a searched text may be long. */
const CHUNK = 16 << 20;
const OVERLAP = 4096;

interface Region {
  from: number;
  to: number;
  /** Rights, and the file or use the kernel names. */
  what: string;
}

/** Everything of a process that is really there: only pages in memory or swapped out, whatever their rights. */
function regions(pid: number): Region[] {
  const found: Region[] = [];
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'latin1').split('\n')) {
    const [, from, to, rights, name] = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line) ?? [];
    if (from !== undefined) found.push({ from: parseInt(from, 16), to: parseInt(to!, 16), what: `${rights} ${name}`.trim() });
    else if (/^(?:Rss|Swap):\s+[1-9]/.test(line)) Object.assign(found.at(-1)!, { used: true });
  }
  return found.filter((region) => 'used' in region && !/\[v(?:var|syscall|dso)/.test(region.what));
}

/**
 * Where each of the given byte strings stands in the memory of a stopped process, by the kind of
 * memory. What a core image would show, without the tens of gigabytes that V8 only reserves.
 */
export function findInMemory(pid: number, wanted: Readonly<Record<string, Buffer>>): Record<string, string[]> {
  const places: Record<string, string[]> = Object.fromEntries(Object.keys(wanted).map((name) => [name, []]));
  const fd = openSync(`/proc/${pid}/mem`, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (const region of regions(pid))
      for (let at = region.from; at < region.to; at += CHUNK - OVERLAP) {
        let got = 0;
        try {
          got = readSync(fd, chunk, 0, Math.min(CHUNK, region.to - at), at);
        } catch {
          continue; // A page that the kernel gives to nobody.
        }
        // What starts in the repeated part is counted with the next chunk.
        const last = at + got < region.to ? got - OVERLAP : got;
        for (const [name, bytes] of Object.entries(wanted))
          for (let hit = chunk.subarray(0, got).indexOf(bytes); hit !== -1 && hit < last; hit = chunk.subarray(0, got).indexOf(bytes, hit + 1)) places[name]!.push(region.what);
      }
    return places;
  } finally {
    closeSync(fd);
  }
}
