/**
 * Results of a pure function by the text they were made of, the least recently used forgotten first;
 * bounded in number and in characters. It holds texts of the person, so it is cleared at lock.
 */
export class Memo<Result> {
  readonly #texts: number;
  readonly #characters: number;
  readonly #known = new Map<string, Result>();
  #held = 0;

  constructor(texts: number, characters: number) {
    this.#texts = texts;
    this.#characters = characters;
  }

  of(text: string, make: (text: string) => Result): Result {
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#known.delete(text);
      this.#known.set(text, known);
      return known;
    }
    const result = make(text);
    if (text.length > this.#characters) return result;
    this.#known.set(text, result);
    this.#held += text.length;
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#texts && this.#held <= this.#characters) break;
      this.#known.delete(oldest);
      this.#held -= oldest.length;
    }
    return result;
  }

  clear(): void {
    this.#known.clear();
    this.#held = 0;
  }
}
