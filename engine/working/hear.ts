import { referenceOf, type Reference } from '../cortex/gate/index.ts';
import { apart } from './apart.ts';
import { DOMAINS, sharesOf } from './domains.ts';
import { FIELD_TEXTS, profileOf } from './field-signs.ts';
import type { Heard } from './heard.ts';
import { cosine } from './momentum.ts';
import { subjectOf } from './subject.ts';

/** Vectors of texts, in order, from a model that averages words. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/** The words of a turn that get a vector of their own. */
export const wordsToHear = ({ content }: Reference): string[] => content.filter((word) => !/\d/.test(word));

interface FieldVectors {
  domains: Float32Array[];
  fields: Float32Array[];
}
/** The fields of life are the same for every text, so each way of embedding makes their vectors once. */
const known = new WeakMap<Embed, Promise<FieldVectors>>();

async function readFields(embed: Embed): Promise<FieldVectors> {
  const domains = Object.values(DOMAINS);
  const vectors = (await embed([...domains, ...FIELD_TEXTS])).map(apart);
  return { domains: vectors.slice(0, domains.length), fields: vectors.slice(domains.length) };
}

function fieldVectors(embed: Embed): Promise<FieldVectors> {
  const found = known.get(embed);
  if (found !== undefined) return found;
  const read = readFields(embed);
  known.set(embed, read);
  // What failed once may work the next time.
  read.catch(() => known.delete(embed));
  return read;
}

/** Takes texts in. @param embed keep it from call to call: it remembers the vectors of the fields */
export async function hear(texts: readonly string[], embed: Embed): Promise<Heard[]> {
  const { domains, fields } = await fieldVectors(embed);
  const references = texts.map((text) => referenceOf(text));
  const words = [...new Set(references.flatMap(wordsToHear))];
  const subjects = references.map((reference) => subjectOf(wordsToHear(reference)));
  const vectors = await embed([...references.map((reference) => wordsToHear(reference).join(' ')), ...subjects.map((of) => of.join(' ')), ...words]);
  const vectorOf = new Map(words.map((word, i) => [word, apart(vectors[2 * texts.length + i]!)]));
  const domainsOf = (vector: Float32Array) => sharesOf(domains.map((domain) => cosine(vector, domain)));
  return texts.map((text, i) => {
    const own = apart(vectors[i]!);
    const subject = apart(vectors[texts.length + i]!);
    return {
      text, reference: references[i]!, vector: vectors[i]!, apart: own, words: wordsToHear(references[i]!).map((word) => ({ word, vector: vectorOf.get(word)! })),
      domains: domainsOf(own), profile: profileOf(own, fields),
      subject: { vector: subject, domains: domainsOf(subject), size: subjects[i]!.length },
    };
  });
}
