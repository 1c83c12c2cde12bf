import { plainOf, tokensOf, type Token } from './tokens.ts';
import { contentOf } from './function-words.ts';
import { CONSENT, PERSONAL, SMALL_TALK } from './small-talk.ts';

/** How a message leans on the turns before it, by signs in its words (English, German, French, Spanish and their like). */
export interface Reference {
  /** Words that name something. */
  content: string[];
  /** It points at what was named before: "it", "those", "her", "the second one". */
  pointsBack: boolean;
  /** It begins as a sequel: "and", "so", "what about", "then". */
  carriesOn: boolean;
  /** It says that it leaves the subject: "by the way", "different question", "back to …". */
  turnsAway: boolean;
  /** It says that it moves along: "also", "speaking of", "while we're at it". */
  turnsAside: boolean;
  /** Nothing but consent, thanks or greeting. */
  acknowledges: boolean;
  asks: boolean;
  /** It begins as a question or request of its own: "how do I", "recommend", "what is". */
  opens: boolean;
  /** It speaks of something of one's own: "my", "our". */
  owns: boolean;
  /** It speaks of oneself at all: "I", "we", "my". */
  personal: boolean;
}

const either = (...patterns: string[]): RegExp => new RegExp(` (?:${patterns.join('|')}) `, 'u');
const opening = (...patterns: string[]): RegExp => new RegExp(`^ (?:(?:ok|okay|oh|hey|hm|hmm|well|so|thanks|thank you|great|fine|cool|right|alright|good|gut|danke|bien|vale|bon|merci|gracias) )*(?:${patterns.join('|')}) `, 'u');

const POINTING = either(
  'it', 'its', 'that', 'thats', 'this', 'these', 'those', 'they', 'them', 'their', 'theirs', 'theyre', 'he', 'hes', 'him', 'his', 'she', 'shes', 'her', 'hers', 'there', 'then', 'ones', '(?:which|what|other|same|next|new|old|good|right|big|small|red|blue|green|white|black|[a-z]+er|[a-z]+est) one', 'one(?= $)', 'same', 'the (?:other|others|former|latter|first|second|third|last|rest|next)(?: one)?', 'another', 'such',
  'er', 'ihn', 'ihm', 'ihr', 'ihnen', 'das', 'dies', 'diese[rsnm]?', 'jene[rsnm]?', 'dafur', 'davon', 'damit', 'daran', 'dazu', 'darauf', 'darin', 'dort', 'dann', 'danach', 'welche[rsn]? davon', 'die',
  'elle', 'elles', 'ils', 'lui', 'leur', 'cela', 'ca', 'celui', 'celle', 'ceux', 'celles', 'lequel', 'laquelle', 'lesquels', 'lesquelles',
  'eso', 'esto', 'esa', 'ese', 'esos', 'esas', 'asi', 'lo', 'aquel', 'aquello', 'ella', 'ellos', 'ellas', 'alli',
  'esso', 'quello', 'quella', 'lei', 'lui', 'isso', 'ela', 'dat', 'die', 'hij', 'zij',
);
/** "Is it going to rain", "a fund that tracks", "is there a train": words that look the same and point at nothing. */
const EXPLETIVE = new RegExp(` (?:${[
  '(?:is|was|will|does|would|when|if) it (?:(?:going to )?(?:rain|snow)[a-z]*|possible|safe|true|healthy|healthier|better|cheaper|ok|okay|legal|allowed|normal|worth|time)', 'it (?:is|takes|will|would)(?= [a-z]+ to )', 'its (?:raining|snowing|time|been)',
  '(?:is|are|was|were|will|arent|isnt) there', 'there(?:s| is| are| was| were)', 'what it (?:means|takes)', 'that(?= [a-z]+(?:s|ed) )', '(?:so|such) that', 'this(?= (?:years?|weeks?|months?|morning|evening|afternoon|weekend|summer|winter|spring|autumn|season|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)s? )', 'the same(?= [a-z]+ [a-z]+)',
  'the last(?= (?:week|month|year|night|time|train|bus|episode) )', 'the (?:first|last|next|second|third)(?= [a-z]+ [a-z]+ [a-z]+ )',
].join('|')})(?= )`, 'gu');
const SEQUEL = opening(
  'and', 'but', 'or', 'so', 'then', 'what about', 'how about', 'what if', 'why not', 'how so', 'why(?= $| so | that )', 'because', 'not', 'no', 'yes', 'yeah', 'yep', 'exactly', 'right', 'say', 'still', 'even', 'than', 'except', 'actually', 'maybe', 'probably', 'now', 'done', 'which one', 'like what', 'how come', 'same',
  'und', 'aber', 'oder', 'ja', 'nein', 'doch', 'dann', 'warum', 'wieso', 'et', 'mais', 'ou', 'donc', 'oui', 'non', 'alors', 'y', 'pero', 'o', 'entonces', 'pues', 'si', 'no', 'e', 'ma', 'en', 'maar', 'mas',
);
/** Words at the end, or anywhere, that compare with what was said. */
const COMPARING = either('instead', 'though', 'too $', 'either $', 'rather', 'enough', 'anymore', 'else then', 'trotzdem', 'stattdessen', 'quand meme', 'en vez');
const OPENING = opening('how (?:do|does|did|can|could|would|should|long|much|many|old|big|far) [a-z]+', 'what (?:is|are|was|were|does|do|did|should|would|can|kind|sort)', 'whats', 'who', 'whos', 'when', 'which', 'where', 'wheres', 'why (?:is|are|do|does|did)', '(?:can|could|would|will) (?:you|someone)', 'please', 'recommend', 'suggest', 'explain', 'compare', 'show', 'tell', 'teach', 'give', 'remind', 'find', 'write', 'draft', 'play', 'open', 'create', 'convert', 'book', 'order', 'plan', 'help', 'i (?:need|want|would like|keep|have|am|think|just)', 'id like', 'im', 'lets', 'is there', 'are there', 'do you', 'does',
  'wie', 'was', 'wann', 'wo', 'wer', 'welche[rsn]?', 'kannst du', 'ich', 'comment', 'quel(?:le)?s?', 'quand', 'ou est', 'qui', 'combien', 'je', 'mon', 'como', 'cual', 'que', 'cuando', 'donde', 'quien', 'cuanto', 'recomienda[a-z]*', 'quiero', 'necesito');
const OWN = either('my', 'our', 'mein[a-z]*', 'unser[a-z]*', 'mon', 'ma', 'mes', 'notre', 'nos', 'mi', 'mis', 'nuestr[oa]s?');
const AWAY = either(
  'by the way', 'btw', 'anyways?', 'anyhow', '(?:a |an |one )?(?:completely |totally |entirely |very |quite )?(?:different|another|unrelated|separate|new|other|quick|random) (?:question|topic|subject|thing|matter|issue|note|task|thought)', 'unrelated', 'off topic', 'offtopic', 'on (?:a|an) [a-z]+(?: [a-z]+)? note', '(?:change|changing|switch|switching) (?:of |the |to )?(?:a |an )?(?:topics?|subjects?|gears?)(?: [a-z]+)?', 'new (?:topic|subject|question|thread|task)', 'next (?:topic|subject)',
  'something (?:else|different|completely different|totally different|unrelated)', '(?:go |going |get |getting |come |coming |turn |circle |circling |return |returning )?back to', 'returning to', 'move on', 'moving on', 'lets (?:talk|move|switch)', 'forget (?:that|about that|it|this)', 'never ?mind', 'before i forget', 'on another (?:note|topic|subject|matter)', 'aside from that', 'apart from that', 'leaving that aside', 'put(?:ting)? that aside', 'out of curiosity', 'just remembered', 'that reminds me', 'in other news', 'incidentally', 'totally different', 'completely different', 'one more thing unrelated', 'question about', 'switch to', 'as for',
  'ubrigens', 'apropos', 'nebenbei', 'was anderes', 'was ganz anderes', 'etwas (?:ganz )?anderes', '(?:ganz )?anderes thema', 'andere frage', 'themenwechsel', 'neues thema', 'neue frage', 'zuruck zu[mr]?', 'mal was anderes', 'wie dem auch sei',
  'au fait', 'autre (?:question|sujet|chose)', 'changeons de sujet', 'changement de sujet', 'rien a voir', 'a propos', 'sinon', 'pour revenir a', 'revenons a', 'nouveau sujet', 'passons a',
  'por cierto', 'cambiando de tema', 'cambio de tema', 'cambiemos de tema', 'otra (?:pregunta|cosa)', 'otro (?:tema|asunto)', 'nada que ver', 'a proposito', 'volviendo a', 'volvamos a', 'nuevo tema', 'aparte de eso',
  'a proposito', 'cambiando argomento', 'altra domanda', 'tornando a', 'mudando de assunto', 'outra pergunta', 'outra coisa', 'trouwens', 'iets anders', 'andere vraag', 'terug naar',
);
const ASIDE = either(
  'also', 'speaking of', 'talking of', 'while (?:were|we are|im|i am|youre|you are) at it', 'on that note', 'related to that', 'related question', 'in addition', 'additionally', 'besides', 'as well', 'what else', 'anything else', 'one more (?:thing|question)', 'another thing', 'next step', 'in general', 'generally', 'more broadly', 'similarly', 'likewise',
  'ausserdem', 'wo wir gerade', 'im allgemeinen', 'zudem', 'auch', 'en outre', 'par ailleurs', 'de plus', 'puisqu on', 'ademas', 'ya que estamos', 'hablando de', 'en general', 'inoltre', 'alem disso', 'bovendien',
);

/** Reads a message for what it leaves to the turns before it. Pure; the tokens are those of `text`. */
export function referenceOf(text: string, tokens: readonly Token[] = tokensOf(text)): Reference {
  const plain = plainOf(tokens);
  const turnsAway = AWAY.test(plain);
  return {
    content: contentOf(tokens),
    pointsBack: POINTING.test(plain.replace(AWAY, ' ').replace(EXPLETIVE, ' ')),
    carriesOn: SEQUEL.test(plain) || COMPARING.test(plain),
    turnsAway,
    turnsAside: ASIDE.test(plain),
    acknowledges: tokens.length > 0 && tokens.every(({ word }) => SMALL_TALK.has(word) || CONSENT.has(word)),
    asks: text.includes('?'),
    opens: OPENING.test(plain),
    owns: OWN.test(plain),
    personal: tokens.some(({ word }) => PERSONAL.has(word)),
  };
}
