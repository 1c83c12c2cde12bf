import { normalModelName } from './capabilities.ts';

/** What a model expects in front of a text; retrieval models are trained with these words. */
export interface Prefixes {
  query: string;
  document: string;
}

/** By a part of the model's name; the publishers' model cards state the words. */
const known: readonly (readonly [part: string, prefixes: Prefixes])[] = [
  ['nomic-embed-text', { query: 'search_query: ', document: 'search_document: ' }],
  ['multilingual-e5', { query: 'query: ', document: 'passage: ' }],
  ['e5-', { query: 'query: ', document: 'passage: ' }],
  ['mxbai-embed', { query: 'Represent this sentence for searching relevant passages: ', document: '' }],
  ['snowflake-arctic-embed', { query: 'Represent this sentence for searching relevant passages: ', document: '' }],
  ['bge-small-en', { query: 'Represent this sentence for searching relevant passages: ', document: '' }],
  ['bge-base-en', { query: 'Represent this sentence for searching relevant passages: ', document: '' }],
  ['bge-large-en', { query: 'Represent this sentence for searching relevant passages: ', document: '' }],
  ['embeddinggemma', { query: 'task: search result | query: ', document: 'title: none | text: ' }],
];

/** The words a model is known to expect, or none. */
export function prefixesFor(model: string): Prefixes {
  const name = normalModelName(model);
  return known.find(([part]) => (part === 'e5-' ? name.startsWith(part) : name.includes(part)))?.[1] ?? { query: '', document: '' };
}
