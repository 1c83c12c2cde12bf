import { sameStem } from '../cortex/gate/index.ts';
import { sameDomain } from './domains.ts';
import type { Heard } from './heard.ts';
import { cosine, unit } from './momentum.ts';

/**
 * Words that go with any subject, in English: they would bring every two questions near each other
 * ("where can I buy", "how much per month").
 */
const GENERAL: ReadonlySet<string> = new Set(`
 buy buying bought sell pay cost costs price choose pick start begin stop change learn open close set move happen happens mean show write read call send bring put keep keeps kept turn come leave feel seem
 plan order add wait talk speak ask answer question find look looking does doing done goes going went gets got getting made makes making takes taking took gives given give tried use using used uses work works worked
 need needs want wants like likes check switch run big small large cheap cheaper expensive safe fresh fast faster slow high low hard easy better worse good great nice favourite bad worth reliable healthy normal real true wrong
 important available common main whole full half new old young own best last next first second third another other else allowed possible enough exactly long short early late total average
 day days week weeks month months year years hour hours minute minutes time times today tomorrow yesterday people person thing things kind part number amount level place name lot bit couple few several
 maybe really ever never always often usually together alone later soon
`.trim().split(/\s+/));

/** Words of a message that name its subject. */
export const subjectOf = (words: readonly string[]): string[] => words.filter((word) => !GENERAL.has(word));

/** The subjects of all turns together; a turn counts by its words. */
function together(turns: readonly Heard[]): Float32Array | null {
  const [first] = turns;
  if (first === undefined) return null;
  const sum = new Float32Array(first.subject.vector.length);
  for (const { subject } of turns) unit(subject.vector).forEach((x, i) => (sum[i]! += Math.sqrt(subject.size) * x));
  return sum;
}

/** A message of this many words of its own subject says it whole. */
const MANY_SUBJECTS = 4;

/** How near the words of a message that name its subject are to those of the turns; 0 where there are none to compare. @param foreign the vectors do not know its words */
export function subjectSigns(context: readonly Heard[], next: Heard, foreign: boolean) {
  const own = next.words.filter(({ word }) => !GENERAL.has(word));
  const turns = context.filter(({ subject }) => subject.size > 0);
  const known = turns.flatMap(({ words }) => words.filter(({ word }) => !GENERAL.has(word)));
  const compared = !foreign && own.length > 0 && known.length > 0;
  const nearness = compared ? own.map(({ word, vector }) => Math.max(0, ...known.map((other) => (sameStem(word, other.word) ? 1 : cosine(vector, other.vector))))) : [];
  return {
    subject_near: compared ? nearness.reduce((a, b) => a + b, 0) / own.length : 0,
    subject_nearest: Math.max(0, ...nearness),
    subject_farthest: compared ? Math.min(...nearness) : 0,
    subject_centroid: compared ? cosine(next.subject.vector, together(turns)!) : 0,
    subject_best_turn: compared ? Math.max(0, ...turns.map(({ subject }) => cosine(next.subject.vector, subject.vector))) : 0,
    subject_domain: compared ? Math.max(0, ...turns.map(({ subject }) => sameDomain(next.subject.domains, subject.domains))) : 0,
    subject_shared: compared ? nearness.filter((one) => one === 1).length / own.length : 0,
    subject_words: Math.min(1, own.length / MANY_SUBJECTS), one_subject: Number(own.length === 1), no_subject: Number(!foreign && own.length === 0), subject_known: Number(compared),
  };
}
