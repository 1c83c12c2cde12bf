import { findConcepts, type Hits } from './concepts.ts';
import { fold, type Folded } from './fold.ts';
import { piecesOf } from './features.ts';

/** Addresses of pages, mailboxes and machines. */
const DESTINATION = /(?:https?|ftp|wss?):\/\/[^\s<>"')\]]{1,2000}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}|(?<![\p{L}\p{N}.-])[a-z0-9-]{2,63}(?:\.[a-z0-9-]{2,63}){0,4}\.[a-z]{2,24}(?![\p{L}\p{N}])/giu;

/** A text as rules and weights read it. */
export interface Reading {
  folded: Folded;
  hits: Hits;
  /** How many different words of talk about such texts stand outside quotations. */
  discussion: number;
}

export function read(text: string): Reading {
  const folded = fold(text.replace(DESTINATION, ' qqdestination '));
  const hits = findConcepts(folded);
  const discussion = new Set(hits.discussion.filter((hit) => !hit.quoted).map((hit) => folded.text.slice(hit.at, hit.end))).size;
  return { folded, hits, discussion };
}

/** The pieces to judge. A quotation in a text that talks about such texts is a specimen, and left out. */
export const piecesIn = ({ folded, discussion }: Reading): string[] => piecesOf(folded, discussion > 0 ? folded.quoted : null);
