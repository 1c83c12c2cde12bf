/** Every size limit of the border, in one place, so that refusals can name them. */
export const limits = {
  /** Longest text of one memory, in UTF-8 bytes (§10.17). */
  memoryBytes: 8192,
  /** Longest query, in UTF-16 code units. */
  queryChars: 4096,
  /** Most turns before a query that go with it, each as long as a query at most. */
  contextTurns: 8,
  /** Longest chat message, in UTF-8 bytes. */
  messageBytes: 262_144,
  /** Longest name of a session, agent, project, channel or provider, in code units. */
  nameChars: 200,
  /** Most memories in one batch call. */
  batch: 1000,
  /** Most rows on one page. */
  page: 500,
  /** Most results of one recall. */
  recall: 500,
  /** One chunk of an upload, in bytes. */
  uploadChunkBytes: 786_432,
  /** One upload, in bytes; it is held in memory, never in a temporary file. */
  uploadBytes: 536_870_912,
} as const;
