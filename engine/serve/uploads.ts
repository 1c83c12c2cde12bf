import { EngramError, limits, type UploadId } from '../../contract/index.ts';

const MOST_AT_ONCE = 4;

/** Files on their way in, held in memory only, so that nothing of them touches the disk unencrypted. */
export class Uploads {
  readonly #open = new Map<UploadId, { name: string; chunks: Buffer[]; bytes: number }>();

  /** Throws CONFLICT for a gap and CONTENT_TOO_LARGE. */
  append(input: { upload: UploadId; name: string; offset: number; chunk: Buffer }): number {
    let entry = this.#open.get(input.upload);
    if (!entry) {
      if (input.offset !== 0) throw new EngramError('NOT_FOUND', { detail: 'upload' });
      if (this.#open.size >= MOST_AT_ONCE) this.#open.delete(this.#open.keys().next().value!);
      this.#open.set(input.upload, (entry = { name: input.name, chunks: [], bytes: 0 }));
    }
    if (input.offset !== entry.bytes) throw new EngramError('CONFLICT', { detail: `expected offset ${entry.bytes}` });
    if (entry.bytes + input.chunk.length > limits.uploadBytes) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${limits.uploadBytes} bytes` });
    entry.chunks.push(input.chunk);
    entry.bytes += input.chunk.length;
    return entry.bytes;
  }

  /** Throws NOT_FOUND. */
  get(id: UploadId): { name: string; bytes: Buffer } {
    const entry = this.#open.get(id);
    if (!entry) throw new EngramError('NOT_FOUND', { detail: 'upload' });
    if (entry.chunks.length > 1) entry.chunks = [Buffer.concat(entry.chunks)];
    return { name: entry.name, bytes: entry.chunks[0] ?? Buffer.alloc(0) };
  }

  clear(): void {
    for (const { chunks } of this.#open.values()) for (const chunk of chunks) chunk.fill(0);
    this.#open.clear();
  }
}
