import { auditAfter, auditBefore } from './audit.ts';
import { broughtBy, jobById, knownHashes, listJobs, listProviders, storedSettings } from './configuration.ts';
import { listAgents, listSessions, messageById, messagesOf, sessionById } from './conversations.ts';
import { dismissalsOf, dismissedBy } from './dismissals.ts';
import { neighbours } from './edges.ts';
import { belongingTo, sessionsOf, withDerived, writtenTexts } from './erase.ts';
import type { ReadableVault } from './handle.ts';
import { headRow } from './head.ts';
import { identityById, identityByName, identityByToken, listIdentities } from './identities.ts';
import { longTexts } from './levels.ts';
import { lookUp, sealedVectors, withoutSealedVector } from './look-ups.ts';
import { candidates, countByStatus, expiredOnShelf, facetCounts, listMemories, memoriesById, memoriesByNumber, happenedWithin, memoriesInTime, memoryById, memoryStory, speakers } from './memories.ts';
import { mindset, mindsets } from './mindsets.ts';
import { namedTimesOf, namedWithin, withoutTimes } from './named-times.ts';
import { saidInChats } from './scrub.ts';
import { exportPage, sessionIds } from './transfer.ts';
import { codesAfter, codesOf, spaceFrame } from './codes.ts';
import { rescore, scanRows, searchVectors, seenScopes } from './vector-search.ts';
import { countCoded, embeddingCounts, exactVectors, fullerSpaces, spaceNumber, withoutVector } from './vectors.ts';
import { mentions, sharedNames } from './word-names.ts';
import { searchWords } from './word-search.ts';

/** Page of the file read end to end: every page's HMAC is verified on the way. */
function integrity(db: ReadableVault): string[] {
  const rows = db.pragma('integrity_check(20)') as { integrity_check: string }[];
  return rows.map((row) => row.integrity_check);
}

/** Gives back the pages this connection keeps. */
function releaseMemory(db: ReadableVault): void {
  db.pragma('shrink_memory');
}

/** Everything a reader thread can be asked. The names are the protocol. */
export const reads = {
  memoryById, memoriesById, memoriesByNumber, candidates, listMemories, facetCounts, countByStatus, memoryStory, happenedWithin, memoriesInTime, namedTimesOf, namedWithin, withoutTimes, speakers, expiredOnShelf,
  searchWords, mentions, searchVectors, rescore, scanRows, seenScopes, neighbours, sharedNames, codesAfter, codesOf, spaceFrame, countCoded, exactVectors, withoutVector, embeddingCounts, spaceNumber, fullerSpaces,
  listSessions, sessionById, messagesOf, messageById, listAgents, mindset, mindsets,
  storedSettings, listProviders, listJobs, jobById, broughtBy, knownHashes, headRow, integrity, releaseMemory, auditAfter, auditBefore,
  belongingTo, sessionsOf, withDerived, writtenTexts, saidInChats, lookUp, sealedVectors, withoutSealedVector,
  longTexts, dismissalsOf, dismissedBy, listIdentities, identityById, identityByName, identityByToken, exportPage, sessionIds,
} satisfies Record<string, (db: ReadableVault, query: never) => unknown>;
export type Reads = typeof reads;
