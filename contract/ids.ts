import { z } from 'zod';

/**
 * Public ids are ULIDs: 26 characters of Crockford base 32, the first ten a millisecond time, so
 * they sort by creation. Every tool shows them whole and accepts them in either letter case.
 */
const ulid = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'not an id (26 letters and digits)');

export const MemoryId = ulid.brand<'MemoryId'>();
export type MemoryId = z.infer<typeof MemoryId>;
export const SessionId = ulid.brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;
export const MessageId = ulid.brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;
export const AgentId = ulid.brand<'AgentId'>();
export type AgentId = z.infer<typeof AgentId>;
export const JobId = ulid.brand<'JobId'>();
export type JobId = z.infer<typeof JobId>;
export const UploadId = ulid.brand<'UploadId'>();
export type UploadId = z.infer<typeof UploadId>;
export const IdentityId = ulid.brand<'IdentityId'>();
export type IdentityId = z.infer<typeof IdentityId>;
export const VaultId = ulid.brand<'VaultId'>();
export type VaultId = z.infer<typeof VaultId>;

/** Milliseconds since 1970-01-01 UTC, between the years 1 and 9999. */
export const Instant = z.int().min(-62_135_596_800_000).max(253_402_300_799_999);
export type Instant = z.infer<typeof Instant>;

/** 0..1, both ends included. */
export const Unit = z.number().min(0).max(1);
