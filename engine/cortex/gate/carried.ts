/** What a message takes over from the turns before it. */
export interface Carried {
  /** Content words of those turns, the latest first, without the message's own. */
  words: string[];
  /** The turns themselves, oldest first, each cut to its content words. */
  turns: string[];
  /** How far the vector of the query leans towards the momentum of the turns, 0..1. */
  share: number;
}
