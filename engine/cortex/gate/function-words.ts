import { STOP_WORDS } from './stop-words.ts';
import { CONSENT, PERSONAL, SMALL_TALK, VAGUE } from './small-talk.ts';
import type { Token } from './tokens.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that carry grammar and no subject, English, without marks; beyond the lists of the gate. */
const GRAMMAR = set(`
 whats wheres whos hows im ive id ill youre youve theyre were hes shes its thats theres lets dont doesnt didnt isnt arent wasnt werent wont cant couldnt shouldnt wouldnt hasnt havent
 please want wants wanted need needs needed like use used using get gets got go goes going make makes made take takes took keep put let us may might must shall even still yet already ever never always
 else instead maybe perhaps quite rather really actually basically probably usually often sometimes around without within per via etc way ways kind sort lot lots bit few little many much more most less least enough
 too either neither both each every any anything anyone something someone everything nothing nobody would could should know think tell explain recommend help give find look looking try trying work works
 new old good better best bad different possible first last next right
`);
/** The same of German, French, Spanish, Italian, Portuguese and Dutch. */
const OTHERS = set(`
 ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen mein meine meinen meinem meiner dein deine unser unsere ihre ihren ihrem der die das den dem des ein eine einen einem einer eines kein keine
 und oder aber denn weil dass ob wenn als wie was wer wo wann warum wieso welche welcher welches welchen wieviel viel viele mehr sehr nur auch noch schon so dann da dort hier jetzt heute immer nie nicht ja nein doch mal
 ist sind war waren bin bist sein hat haben habe hatte wird werden wurde kann konnen konnte soll sollte muss mussen will mochte mag darf gibt geht machen mache gehen
 in im an am auf aus bei beim mit nach von vom vor zu zum zur fur uber unter durch gegen ohne um bis ab seit zwischen eigentlich dafur davon damit daran dazu gut beste brauche brauchen
 je tu il elle on nous vous ils elles me te se moi toi lui leur mon ma mes ton ta tes son sa ses notre nos votre vos leurs le la les l un une des du de d au aux ce cet cette ces cela ca
 et ou mais donc or ni car que qui quoi dont quel quelle quels quelles comment combien quand pourquoi si ne pas plus tres trop aussi bien est sont etait suis es ai as a ont avons avez avait etre avoir faire fait fais faut peut peux dois doit veux veut voudrais
 en dans sur sous par pour avec sans chez vers entre y faire quelqu chaque environ alors
 yo tu el ella nosotros ellos ellas me te se nos os le les lo la los las mi mis tu tus su sus nuestro nuestra un una unos unas y e o u pero porque que quien cual cuales cuando donde como cuanto cuanta cuantos cuantas si no ya muy mas menos tan tambien
 es son era fue soy eres estoy esta estan estaba ser estar hay he has ha han tengo tiene tienen tener hacer hace hago puedo puede quiero quiere debo deberia hay ir voy va de del al a en con sin por para sobre entre hasta desde cada unos necesito
 io lei noi voi loro gli dei delle della dello nella nel ho hai abbiamo hanno sono sei siamo posso puo devo vorrei eu ele nao tem tenho ik jij hij zij het een van voor naar niet heb heeft zijn
`);

/** Whether a word, lower case and without marks, names nothing by itself. */
export const isFunctionWord = (word: string): boolean =>
  word.length < 2 || STOP_WORDS.has(word) || GRAMMAR.has(word) || OTHERS.has(word) || VAGUE.has(word) || SMALL_TALK.has(word) || CONSENT.has(word) || PERSONAL.has(word);

/** The words of a message that name something, in order, each once; numbers are among them. */
export const contentOf = (tokens: readonly Token[]): string[] => [...new Set(tokens.map(({ word }) => word).filter((word) => /\d/.test(word) || !isFunctionWord(word)))];

/** Shorter words must be equal but for a plural. */
const SHORTEST_STEM = 5;
const LONGEST_ENDING = 5;
const PLURAL = 2;

/** Whether two words are forms of one, by their common beginning; for any language that puts endings last. */
export function sameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  const longer = Math.max(a.length, b.length);
  if (shorter < SHORTEST_STEM - 1) return false;
  let common = 0;
  while (common < shorter && a[common] === b[common]) common++;
  if (shorter < SHORTEST_STEM) return common === shorter && longer - common <= PLURAL;
  return common >= Math.max(SHORTEST_STEM, shorter - 2) && longer - common <= LONGEST_ENDING;
}

/** Whether a text is written in another language than English, by the function words in it. */
export function isForeign(text: string): boolean {
  const words = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replace(/['’]/g, ' ').match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => STOP_WORDS.has(word) && !OTHERS.has(word)).length;
  const other = words.filter((word) => OTHERS.has(word) && !STOP_WORDS.has(word)).length;
  return other > english || (english === 0 && /[äöüßéèêëàâçñíóúôûœ¿¡]/iu.test(text));
}
