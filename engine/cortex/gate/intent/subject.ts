import type { Token } from '../tokens.ts';

/** Questions about somebody or something as a whole; what follows says about whom. */
const ABOUT = new RegExp(` (?:${[
  'tell me (?:everything |all |more |something )?about', '(?:tell me )?what you (?:have|know|got|remember|ve got)(?: [a-z]+)? (?:on|about|of)', 'c est qui', 'qui c est', '(?:background|facts|more|intel|notes) (?:on|about)', 'refresh my memory (?:on|about)', 'do you know', '(?:what|which) (?:sort|kind|type) of (?:person|man|woman|guy|company) (?:is|was)',
  '(?:please )?(?:describe|introduce|characterise|characterize|profile)', '(?:full|whole|complete|big|overall) (?:picture|story|profile|file|rundown) (?:of|on|about|for)', '(?:what|anything) (?:can|could|do|would) you (?:say|tell|know|have|remember|recall|got) (?:about|on|of)', '(?:tell|remind|brief|update|fill|catch) (?:me|us)(?: in| up)? (?:about|on)', 'who(?:s| is| was| are)(?: exactly| actually| again| really)', 'what (?:have|has) (?:i|we|you) (?:said|told you|noted|stored|saved|got) (?:about|on)', 'what (?:have|has) (?:i|we|you)(?: all)? (?:about|on)', '(?:dossier|file|notes|entry|overview|summary|facts|page|facts) (?:on|about|for|of)', 'how would you describe', 'what is known about', 'whats known about', 'everything (?:concerning|regarding|related to|involving)', 'all the (?:info|facts|details|dirt)(?: you have)? (?:on|about)', 'what about the (?:person|company|project|client)', 'what kind of (?:person|company|place|project|guy) is', 'you(?:ve)? (?:have|got)(?: [a-z]+){0,2} (?:on|about)', 'what do (?:i|we|you) know about', 'what can you tell me about', 'whats? (?:is )?the (?:story|deal) with',
  '(?:everything|anything|all|all you have|info|information|details)(?: there is)?(?: to know)? (?:about|on)', '(?:info|information|details)(?: please)?', '(?:everything|anything|all)(?: [a-z]+){1,4} (?:about|on|of)', '(?:lowdown|knowledge|scoop|story) (?:on|of|about)', 'who on earth (?:is|was)', 'was kannst du mir (?:uber|zu|von)', '(?:give me )?a? ?profile of', 'remind me who', 'who (?:is|are|was|were)', 'whos(?: who)?', 'who was that',
  'wer (?:ist|war|sind)(?: (?:nochmal|noch mal|denn|eigentlich|gleich|nochmals|uberhaupt|das|bitte))*(?: dieser| diese| dieses)?', '(?:erzahl|berichte?|sag)(?:e)? (?:mir |uns )?(?:bitte )?(?:was|etwas|mehr|alles|mal was)? ?(?:uber|von|zu)', 'was (?:habe? ich|haben wir|wissen wir|weiss ich|hast du)(?: alles)? (?:uber|zu|von)', 'beschreib(?:e)?(?: mir)?', 'infos? (?:zu|uber)', 'informationen (?:zu|uber)', 'que (?:sabemos|se|tienes|puedes decirme) (?:de|sobre|acerca de)', 'describeme', 'describe(?: a)?', 'informacion (?:de|sobre)', '(?:parle|raconte|dis)(?: moi| nous)(?: en plus| tout| un peu)? (?:de|d|du|sur)', 'que (?:sait on|savons nous|peux tu me dire) (?:de|sur|d)', 'decris(?: moi)?', 'infos? sur', 'presente moi', 'parlami (?:di|del|della)', 'raccontami (?:di|del|della)', 'cosa (?:sappiamo|so|puoi dirmi) (?:di|su|sul|sulla)', 'descrivi(?:mi)?', 'informazioni su', '(?:me )?(?:fala|fale|conta|conte|diz|diga)(?: me)?(?: mais| tudo)? (?:d[eoa]s?|sobre)', 'o que (?:sabemos|sei|voce sabe|voce tem) (?:d[eoa]|sobre)', 'descreva', 'informacoes sobre', 'vertel (?:me |eens )?(?:iets |meer |alles )?(?:over|van)', 'wat (?:weten we|weet ik|heb je|heb ik)(?: allemaal)? (?:over|van)', 'beschrijf', 'info over', 'wie (?:is|was)(?: ook alweer| eigenlijk| die| precies)*', 'kennst du', 'sag mir (?:alles )?was du (?:uber|von)', 'alles (?:uber|zu)', 'was weisst du (?:uber|von)', 'erzahl(?:e)? mir (?:von|uber|alles uber)', 'quien (?:es|era|son)', 'quien es (?:esa|ese)(?: tal)?', '(?:hablame|cuentame) (?:de|sobre)', 'que sabes (?:de|sobre)', 'conoces a?', 'todo sobre', 'tu connais', 'connais tu', 'tout sur', 'dimmi tutto (?:di|su)', 'conosci', 'tutto su', 'conheces [ao]?', 'tudo sobre', 'ken je', 'alles over',
  'parle moi d[eu]?', 'qui (?:est|etait|sont)', 'que sais tu (?:de|sur)', 'parlami di', 'chi (?:e|era|sono)', 'cosa sai di', 'quem (?:e|era|sao)', 'fala me d[eoa]', 'o que sabes (?:d[eoa]|sobre)',
  'wie (?:is|was)', 'vertel me over', 'wat weet je (?:over|van)',
].join('|')}) `, 'u');

/** Relations that name one person as well as a name does. */
const RELATIONS = new Set(`sister brother mother father mum mom dad boss manager wife husband partner girlfriend boyfriend son daughter aunt uncle cousin niece
 nephew grandma grandpa grandmother grandfather neighbour neighbor landlord therapist colleague friend godson goddaughter team company dog cat`.split(/\s+/));
/** Words between the question and the name. */
const BETWEEN = new Set('the a an my our your that this is are again mr mrs ms dr frau herr signor signora senor senora monsieur madame mme don dona mevrouw meneer tante onkel oom la le el il o a de del du der die das doctor my project company'.split(' '));
/** Where nouns are capitals too, a capital alone names nobody. */
const GERMAN = /(?:^| )(?:wer|was|wie|uber|mir|mein|meine|meiner|ich|der|die|das|ist|von|hast|habe) /;
const WHO = /^ (?:(?:and|so|but|hey) )?(?:who|whos|wer|quien|qui|chi|quem|wie)/;
const OWNED = /^ (?:(?:and|so|but|hey) )?(?:who|whos)(?: is| are| was)? (?:my|our) /;
/** A name on its own, in lower case: "who is marta". */
const SHORT_NAME_WORDS = 1;
const VERBS = /(?:ing|ed|er|s)$/;

/** "Marta, who is she?" names first and asks then. */
const NAME_FIRST = / (?:who|what|wer|was|quien|que|qui|chi|cosa|quem) (?:is|was|ist|war|es|era|est|e) (?:he|she|that|this|it|das|er|sie|esa|ese|eso)(?: again)? $/u;
/** "Tell me who Ines is", "what's Acme Robotics about": the name stands in between. */
const NAME_WITHIN = / (?:who|whos|what|whats|wer|wie|qui|quien|chi|quem) (?:is )?(?:[a-z]+ ){1,3}(?:is|was|ist|about) (?:again )?$/u;
/** "Who is he?", "who's that again?", "tell me more about her": whoever was named before. */
const SOMEBODY = / (?:(?:who|whos) (?:is |was |are |were )?(?:he|she|they|that|this|it|these|those)(?: again| exactly| anyway| actually)?|(?:tell me|know|say)(?: a bit| some| something)?(?: more)? about (?:him|her|them)|(?:wer|quien|qui|chi|quem|wie) (?:ist|war|es|era|est|etait|e|is|was) (?:er|sie|das|el|ella|elle|il|lui|lei|ele|ela|hij|zij|dat)(?: nochmal| noch mal| ook alweer)?) $/u;
/** "What's Nadia like?" */
const WHAT_LIKE = / (?:whats|what is|what was) (?:[a-z]+ ){1,3}like $/u;
/** "What is Lighthouse?" */
const WHAT_IS = /^ (?:and |so |hey )?(?:what|whats|was|que|qu|cosa|wat)(?: is| was| ist| es| est ce que| e)?(?: (?:project|projekt|proyecto|projet|progetto|projeto|operation|team))? $/u;

/** Whether a message asks about one named person or thing as a whole. */
export function subjectAsked(tokens: readonly Token[], plain: string, names: ReadonlySet<string>): boolean {
  if (NAME_FIRST.test(plain) && /^\p{Lu}/u.test(tokens[0]?.written ?? '')) return true;
  if (SOMEBODY.test(plain)) return true;
  if (WHAT_LIKE.test(plain) && tokens.slice(1, -1).some(({ written }) => /^\p{Lu}/u.test(written))) return true;
  if (isOneName(tokens) || (NAME_WITHIN.test(plain) && tokens.slice(1).some(({ written, word }) => /^\p{Lu}/u.test(written) || names.has(word)))) return true;
  const match = ABOUT.exec(plain);
  if (!match) return false;
  const before = match.index === 0 ? 0 : plain.slice(0, match.index).trim().split(' ').filter(Boolean).length;
  const object = tokens.slice(before + match[0].trim().split(' ').length);
  const rest = object.filter(({ word }) => !BETWEEN.has(word));
  const [first] = rest;
  if (first === undefined) return false;
  if (rest.some(({ word }) => names.has(word))) return true;
  // "Who is my GP" asks for a name.
  if (OWNED.test(plain) && rest.length === 1 && /^\p{Lu}{1,4}$/u.test(first.written)) return false;
  const who = WHO.test(plain);
  if (GERMAN.test(plain)) return /^\p{Lu}/u.test(first.written) && !/ (?:ich|wir|mein[a-z]*|unser[a-z]*) /.test(plain);
  // "Who is doing my surgery" asks for a name, "who is Marta" and "who was that Farida person" give one.
  if (/^\p{Lu}/u.test(first.written)) return true;
  if (who) return rest.length <= SHORT_NAME_WORDS && object.length <= 2 && !RELATIONS.has(first.word) && !VERBS.test(first.word);
  return rest.some(({ written }, i) => i < 3 && /^\p{Lu}/u.test(written)) || (RELATIONS.has(first.word) && rest.length <= 2);
}

/** Words of a name behind a question word: "what is Camp Juniper". */
const NAME_WORDS = 3;
/** Words of the question before it. */
const QUESTION_WORDS = 3;

/** A question word, perhaps "is", and capitalised words that are no abbreviation. */
function isOneName(tokens: readonly Token[]): boolean {
  let from = tokens.length;
  while (from > 0 && tokens.length - from < NAME_WORDS && /^\p{Lu}\p{Ll}/u.test(tokens[from - 1]!.written)) from--;
  if (from === tokens.length || from === 0) return false;
  // A question that begins with a capital has its first word counted in.
  if (from > QUESTION_WORDS) return false;
  return WHAT_IS.test(` ${tokens.slice(0, from).map(({ word }) => word).join(' ')} `);
}
