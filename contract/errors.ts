import { z } from 'zod';

/** Exit codes of the command line. */
export const exitCodes = { ok: 0, internal: 1, usage: 2, locked: 3, notFound: 4, conflict: 5, damaged: 6 } as const;

interface ErrorDef {
  /** Number in the plan's taxonomy (§34.11), continued where it ends. */
  ref: string;
  /** HTTP status on the REST road. */
  status: number;
  exit: keyof typeof exitCodes;
  /** What happened. Never contains a secret or the text of a memory. */
  message: string;
  /** What the person can do. */
  action: string;
}
const def = (ref: string, status: number, exit: keyof typeof exitCodes, message: string, action: string): ErrorDef =>
  ({ ref, status, exit, message, action });

/** Every error a call can end with. Codes are stable; texts may be improved. */
export const errorTable = {
  // storage
  VAULT_LOCKED: def('E1001', 423, 'locked', 'The vault is locked.', 'Unlock it and try again.'),
  VAULT_DAMAGED: def('E1002', 500, 'damaged', 'The vault file is damaged.', 'Restore the last backup; the damaged file is left untouched.'),
  DISK_FULL: def('E1003', 507, 'conflict', 'The disk is full; nothing was written.', 'Free some space and try again.'),
  MIGRATION_FAILED: def('E1004', 500, 'damaged', 'The vault could not be brought to this version; it is unchanged.', 'Use the previous version, or report the problem.'),
  WRITE_FAILED: def('E1005', 500, 'conflict', 'The change could not be written; nothing was changed.', 'Try again; run the doctor if it persists.'),
  NOT_A_VAULT: def('E1006', 422, 'damaged', 'The file is not an Engram vault.', 'Choose another folder, or restore a backup.'),
  VAULT_MISSING: def('E1007', 404, 'notFound', 'There is no vault here.', 'Create one, or choose another folder.'),
  VAULT_EXISTS: def('E1008', 409, 'conflict', 'There is a vault here already.', 'Unlock it, or choose an empty folder.'),
  VAULT_BUSY: def('E1009', 409, 'conflict', 'Another process has this vault open.', 'Close it there, or use the running app.'),
  VAULT_TOO_NEW: def('E1010', 409, 'conflict', 'The vault was written by a newer version.', 'Update Engram.'),
  QUEUE_FULL: def('E1011', 503, 'conflict', 'Too many writes are waiting.', 'Wait a moment and try again.'),
  SELF_CHECK_FAILED: def('E1012', 500, 'damaged', 'The database did not accept a safety setting, so it was closed.', 'Reinstall; report the problem with the setting named in the details.'),
  READ_ONLY: def('E1013', 409, 'conflict', 'The vault is open for reading only.', 'Close the other process that is writing.'),
  // search
  SEARCH_TIMEOUT: def('E2001', 504, 'internal', 'The search took too long.', 'Ask with fewer words.'),
  NO_INDEX: def('E2002', 503, 'internal', 'The index is not loaded yet.', 'Wait a moment; words are searched meanwhile.'),
  RATE_LIMITED: def('E2003', 429, 'conflict', 'Too many requests.', 'Wait for the time given.'),
  INVALID_QUERY: def('E2004', 400, 'usage', 'The query cannot be searched.', 'Use at least one word.'),
  // embedding
  EMBEDDER_UNAVAILABLE: def('E3001', 503, 'internal', 'The embedding model cannot be reached.', 'Start it, or choose the built-in one. Memories are kept and embedded later.'),
  EMBEDDING_FAILED: def('E3002', 502, 'internal', 'The embedding model answered with an error.', 'Test the model in the settings.'),
  DIMENSION_MISMATCH: def('E3003', 409, 'conflict', 'The vector does not belong to this space.', 'Re-embed with the current model.'),
  MODEL_CHANGED: def('E3004', 409, 'conflict', 'The embedding model changed.', 'Wait until the memories are embedded again.'),
  MODEL_INVALID: def('E3005', 422, 'usage', 'The model files are incomplete or wrong.', 'Check the folder or download it again.'),
  // chat models
  PROVIDER_UNREACHABLE: def('E6001', 502, 'internal', 'The model provider cannot be reached.', 'Check the address and the connection, or choose another model.'),
  PROVIDER_KEY_REJECTED: def('E6002', 502, 'internal', 'The model provider rejected the key.', 'Enter the key again in the settings.'),
  PROVIDER_RATE_LIMITED: def('E6003', 502, 'internal', 'The model provider asks to slow down.', 'Wait and retry, or choose another model.'),
  PROVIDER_FAILED: def('E6004', 502, 'internal', 'The model provider answered with an error.', 'Retry, or choose another model.'),
  CONTEXT_TOO_SMALL: def('E6005', 422, 'usage', 'The message does not fit the model\'s window.', 'Shorten it, or choose a model with a larger window.'),
  // security
  ACCESS_DENIED: def('E4001', 403, 'conflict', 'This caller may not do that.', 'Grant the right in the settings.'),
  ENCRYPTION_FAILED: def('E4002', 500, 'damaged', 'A field could not be encrypted or opened.', 'Run the doctor.'),
  QUARANTINED: def('E4003', 409, 'conflict', 'This memory waits for approval.', 'Approve it in the review list.'),
  CONTENT_TOO_LARGE: def('E4004', 413, 'usage', 'The content is larger than the limit.', 'Split it.'),
  WRONG_PASSPHRASE: def('E4005', 401, 'locked', 'The passphrase or recovery kit does not open this vault.', 'Try again, or use the recovery kit.'),
  KEYCHAIN_LOCKED: def('E4006', 423, 'locked', 'The system keychain is locked.', 'Unlock it and try again.'),
  KEYCHAIN_UNAVAILABLE: def('E4007', 503, 'locked', 'There is no usable system keychain.', 'Use the passphrase.'),
  KEYCHAIN_ENTRY_MISSING: def('E4008', 404, 'locked', 'The keychain has no entry for this vault.', 'Use the passphrase or the recovery kit.'),
  KEYCHAIN_CHANGED: def('E4009', 409, 'locked', 'The keychain entry belongs to another store or vault.', 'Use the passphrase or the recovery kit.'),
  UNAUTHORIZED: def('E4010', 401, 'conflict', 'The access token is missing or wrong.', 'Open the address that was printed at the start.'),
  FORBIDDEN_ORIGIN: def('E4011', 403, 'conflict', 'Requests from this origin are refused.', 'Open the app at its own address.'),
  WEAK_PASSPHRASE: def('E4012', 422, 'usage', 'The passphrase is too easy to guess.', 'Use a longer one.'),
  INJECTION_BLOCKED: def('E4013', 422, 'conflict', 'The text tries to command the model, so it was not stored.', 'Take the commands out, or let the person store it.'),
  // system
  RAM_PRESSURE: def('E5001', 503, 'internal', 'The machine is short of memory.', 'Close something and try again.'),
  BACKGROUND_STALLED: def('E5002', 500, 'internal', 'Background work has stopped.', 'Restart the app.'),
  CONFIG_INVALID: def('E5003', 422, 'usage', 'A setting has a value that is not allowed.', 'Reset the setting.'),
  INVALID_INPUT: def('E5004', 400, 'usage', 'The input is not valid.', 'See the fields named in the details.'),
  NOT_FOUND: def('E5005', 404, 'notFound', 'There is nothing with this id.', 'List what there is.'),
  CONFLICT: def('E5006', 409, 'conflict', 'The change contradicts what is stored.', 'Reload and try again.'),
  WOULD_CYCLE: def('E5007', 409, 'conflict', 'The relation would lead back to its own start.', 'Choose another relation.'),
  IMPORT_UNREADABLE: def('E5008', 422, 'usage', 'The file cannot be read as any known format.', 'Name the format, or check the file.'),
  CANCELLED: def('E5009', 499, 'internal', 'Stopped on request.', 'Start it again if you want.'),
  INTERNAL: def('E5010', 500, 'internal', 'Something unexpected happened.', 'Run the doctor and report the problem.'),
} as const satisfies Record<string, ErrorDef>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];

/** Extra facts of an error: field names, limits, seconds. Never content. */
export const ErrorData = z.object({
  ref: z.string(),
  action: z.string(),
  /** Names of offending fields with the reason, for INVALID_INPUT. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The limit that was hit, in words. */
  limit: z.string().optional(),
  retryAfterMs: z.number().optional(),
  detail: z.string().optional(),
});
export type ErrorData = z.infer<typeof ErrorData>;

/** An error as data: stored with failed messages and jobs, sent over every road. */
export const ErrorBody = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  data: ErrorData,
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The error map every call declares. */
export const callErrors = Object.fromEntries(
  errorCodes.map((code) => [code, { status: errorTable[code].status, message: errorTable[code].message, data: ErrorData }]),
) as { [C in ErrorCode]: { status: number; message: string; data: typeof ErrorData } };
