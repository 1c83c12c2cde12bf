/**
 * A model that reads a question and a text together and says how well the text answers it. `score` throws
 * EngramError: MODEL_INVALID when files give no usable numbers, PROVIDER_* when a connected model does not
 * answer or answers something else, CANCELLED when it was stopped.
 */
export interface Reranker {
  readonly id: string;
  /** Texts do not leave this machine. */
  readonly local: boolean;
  /** 0..1 for each text, in order; comparable within one call only. */
  score(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
  close(): Promise<void>;
}
