import type { Capabilities } from '../../contract/index.ts';
import { counterFor, createReader, type Reader, type TokenCounter } from '../context/index.ts';

type Tokenizer = Capabilities['tokenizer'];

/** What was counted and read of the texts of one open vault, so that a turn does it for new texts only. */
export class Counting {
  readonly reader: Reader = createReader();
  readonly #counters = new Map<Tokenizer, Promise<TokenCounter>>();

  /** The vocabulary of a tokenizer is loaded with the first model that needs it. */
  counter(tokenizer: Tokenizer): Promise<TokenCounter> {
    let counter = this.#counters.get(tokenizer);
    if (!counter) this.#counters.set(tokenizer, (counter = counterFor(tokenizer)));
    return counter;
  }

  /** Forgets every text; for lock. */
  async wipe(): Promise<void> {
    this.reader.clear();
    for (const counter of this.#counters.values()) (await counter).clear();
    this.#counters.clear();
  }
}
