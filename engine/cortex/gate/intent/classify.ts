import { plainOf, tokensOf, type Token } from '../tokens.ts';
import { CUES } from './cues.ts';
import { INTENTS, type Intent } from './intents.ts';
import { subjectAsked } from './subject.ts';

/** A word of time tips an open question, not one that says why, how or which. */
const TIMED = 3;
/** "Today" stands in many questions that are not about time. */
const TODAY = 1;
/** A whole subject is asked for by name. */
const SUBJECT = 3.5;
/** A sentence that asks nothing is answered with what is around its subject. */
const STATED = 3.5;
const FEW_WORDS = 5;
/** What is asked without a sign of its own asks for one thing. */
const PLAIN = 0.5;
/** "And Anna?" asks what was asked before. */
const CARRIED = 2;
const WORTH_CARRYING = 2;

/** Signs that come in order: of two intents with equal signs the earlier one wins. */
const ORDER: readonly Intent[] = ['causal', 'comparative', 'procedural', 'entity-focused', 'temporal', 'exploratory', 'lookup'];

const ELLIPTIC = /^ (?:and|or|what about|how about|same for|und|oder|y|o|et|ou|e|en) /;
const SUBJECT_FIRST = /^ (?:(?:so|ok|okay|well|and|but|hey) )?(?:i|we|im|ive|id|were|weve|he|she|they|it|its|the|feeling|thinking|ich|wir|yo|je|nous|io|eu|ik|wij) [a-z]+ |^ (?:(?:so|ok|okay|well|and|but|hey) )?(?:my|our|mein|meine|mon|ma|mi|il mio|la mia|meu|minha|mijn) [a-z]+(?: [a-z]+)? (?:is|was|are|were|has|have|had|keeps?|hurts?|aches?|feels?|looks?|sounds?|smells?|loves?|likes?|hates?|thinks?|works?|stopped|broke|wants?|needs?|says?|said|told|got|gets?|goes|went|just|will|cant|wont|doesnt|didnt|isnt|[a-z]+ed|[a-z]+ing|ist|hat|war|will|est|a|es|tiene|ha|tem|heeft) /;
const ASKING = /^ (?:(?:and|so|but|hey|hi|hello|ok|okay|well|please|thanks|ey) )*(?:(?:in|on|at|to|from|for|with|by|about|of) (?=wh|how)|(?:in|mit|von|fur|auf|an|bei|um|a|de|en|con|avec|da|di|com|met|op|dans|sur|pour|por|per|em|su|nel|chez|voor) (?=qu|we|wa|cu|ch))?(?:who|whos|whose|whom|what|whats|when|whens|where|wheres|which|why|how|hows|is|are|was|were|am|do|does|did|has|have|can|could|would|should|will|wer|wo|was|wann|warum|welche[rsnm]?|wie|que|cual|quien|donde|cuando|quel|quelle|ou|qui|quand|come|chi|dove|quando|quale|quem|onde|qual|wat|waar|wanneer|wie|welke) /;
/** A question inside a longer sentence: "wait, am I …", "I can't find it, where did I …". */
const ASKING_WITHIN = / (?:whats|whos|wheres) (?:his|her|its|their|the|my|our|up|it) | (?:what|which|where|who|whose|how) (?:is|was|are|were|am|did|do|does|has|have|i|we|my|the|it|he|she|one) | (?:am|did|do|does|have|was|is) (?:i|we|it|he|she) [a-z ]{2,60} or | (?:tell|give|show|remind|inform) me | (?:i|ive|i have|we|we have|weve) (?:(?:just|totally|completely|keep|always) )?(?:forg[eo]t|forgotten|forgetting|lost|cant remember|cant recall|cant think of|cant find|cannot find|cant seem to find|dont remember|do not remember|dont recall|dont know|wonder|was wondering|wondered|need to know|want to know|would like to know)(?: again| anymore)? (?:what|which|who|whose|where|when|why|how|if|whether|the|my|our|his|her) | (?:ich (?:weiss nicht(?: mehr)?|hab(?:e)?(?: [a-z]+)? vergessen|frage mich)|no (?:me acuerdo|recuerdo|se)(?: de)?|je ne sais (?:plus|pas)|j ai oublie|non (?:ricordo|so)(?: piu)?|nao (?:lembro|sei)(?: mais)?|esqueci|ik (?:weet niet(?: meer)?|ben vergeten)) (?:wer|was|wo|wann|warum|wie|welche[rsnm]?|ob|que|cual|quien|donde|cuando|si|quel|quelle|ou|qui|quand|comment|che|chi|dove|quando|quale|se|qual|quem|onde|wat|waar|wie|welke?|of) /;

/** "Licence plate of the rental, please": a thing is named and nothing said of it. */
const NAMED_THING = /^ (?:[a-z]+ ){1,6}(?:please|pls|plz|bitte|por favor|s il te plait|svp|per favore|alsjeblieft) $/;

export interface IntentReading {
  intent: Intent;
  /** Strength of the signs for each intent; only what spoke for it. */
  signs: Partial<Record<Intent, number>>;
}

/**
 * Which of the seven intents a message has, by signs in its words (§40.2).
 * @param timed whether it names a time (`readTime`), or today only
 * @param context the turns before it, oldest first
 * @param names names of people and things that are known, as `wordsOf` compares them
 */
export function classify(text: string, timed: boolean | 'today', context: readonly string[] = [], names: ReadonlySet<string> = new Set(), tokens: readonly Token[] = tokensOf(text)): IntentReading {
  const own = signsIn(text, tokens, timed, names);
  if (strongest(own) < WORTH_CARRYING && (ELLIPTIC.test(plainOf(tokens)) || tokens.length <= FEW_WORDS)) {
    const asked = context.findLast((turn) => turn.includes('?'));
    if (asked !== undefined) {
      const before = choose(signsIn(asked, tokensOf(asked), false, names));
      own[before] = (own[before] ?? 0) + CARRIED;
    }
  }
  return { intent: choose(own), signs: own };
}

type Signs = Partial<Record<Intent, number>>;

function signsIn(text: string, tokens: readonly Token[], timed: boolean | 'today', names: ReadonlySet<string>): Signs {
  const plain = plainOf(tokens);
  const signs: Signs = {};
  const add = (intent: Intent, weight: number) => void (signs[intent] = (signs[intent] ?? 0) + weight);
  for (const { intent, weight, pattern } of CUES) if (pattern.test(plain)) add(intent, weight);
  if (timed) add('temporal', timed === 'today' ? TODAY : TIMED);
  if (subjectAsked(tokens, plain, names)) {
    add('entity-focused', SUBJECT);
    // To know all about somebody is the same wish, only with a name.
    delete signs.exploratory;
    return signs;
  }
  const asks = text.includes('?') || ASKING.test(plain) || ASKING_WITHIN.test(plain);
  if (!asks && tokens.length > FEW_WORDS - 2 && SUBJECT_FIRST.test(plain)) add('exploratory', STATED);
  else if (!asks && tokens.length > FEW_WORDS && !NAMED_THING.test(plain)) add('exploratory', PLAIN + PLAIN);
  add('lookup', PLAIN);
  return signs;
}

const strongest = (signs: Signs): number => Math.max(...INTENTS.map((intent) => signs[intent] ?? 0));

function choose(signs: Signs): Intent {
  const most = strongest(signs);
  return ORDER.find((intent) => signs[intent] === most)!;
}
