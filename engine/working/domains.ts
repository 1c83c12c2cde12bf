/**
 * Fields of life by words that are typical of them. Two texts of one field need not share a word; that both
 * lie near the same field tells a new side of a subject from a new subject.
 */
export const DOMAINS: Readonly<Record<string, string>> = {
  software: 'software code programming server database deploy function bug test compiler api repository git docker javascript python class library script query build',
  computers: 'computer laptop phone screen battery router wifi printer windows app account password keyboard camera backup settings device cable',
  data: 'data spreadsheet chart table column statistics average model training regression dataset metric dashboard csv',
  work: 'meeting colleague manager project deadline team office customer client contract report slides sprint interview salary hire budget presentation',
  money: 'money bank tax loan mortgage interest invest fund stock dividend savings insurance pension credit price invoice inflation',
  law: 'law contract tenant landlord court visa passport permit citizenship notice lawyer regulation license appeal',
  cooking: 'cook recipe bake oven dough flour butter sauce cheese pasta soup fry roast spice garlic onion meal dinner ingredient dessert',
  drinks: 'coffee tea espresso wine beer whisky cocktail juice water restaurant cafe menu waiter',
  health: 'doctor pain headache fever medicine vitamin blood sleep allergy hospital symptom therapy pill vaccine surgery dentist',
  fitness: 'run running marathon exercise gym muscle training strength yoga swim workout stretch diet weight calories protein',
  sport: 'football match team league goal season player tennis basketball championship coach stadium score',
  travel: 'travel trip flight hotel train airport beach city tour itinerary luggage hike hiking camping tent mountain museum ticket vacation',
  transport: 'car bicycle bike bus engine tire brake parking garage fuel driving lane motorbike drive mechanic',
  home: 'house kitchen bathroom furniture paint wall floor sink leak plumber heating cleaning carpet washing dishwasher repair tile',
  garden: 'garden plant tree flower soil seed leaf lawn tomato prune grow fertilizer insects compost rose',
  animals: 'dog cat puppy kitten vet bird fish horse breed fur leash rabbit pet feed bees',
  family: 'baby child toddler son daughter mother father sister husband wife parents school kindergarten wedding birthday gift party guests',
  feelings: 'sad afraid anxious angry lonely relationship friend argue love worried stress divorce grief mood',
  school: 'exam study student university essay homework lecture teacher course degree thesis biology chemistry history grammar',
  language: 'translate language word sentence grammar pronounce spanish german french japanese english vocabulary spelling verb',
  music: 'music song guitar piano violin album band concert chord singer melody practice jazz',
  books: 'book novel poem story author film movie series episode podcast paint painting artist write character read',
  science: 'planet space star energy physics atom cell light universe comet gravity experiment evolution chemistry rocket',
  world: 'president war king empire treaty revolution capital country population century government election climate',
  weather: 'weather rain snow sun storm temperature forecast wind cloudy degrees',
};

/** How sharply a text is counted to its nearest fields. */
const SHARPNESS = 12;

/** The share of each field in a text. @param near cosine of the text to every field */
export function sharesOf(near: readonly number[]): number[] {
  const powers = near.map((cosine) => Math.exp(SHARPNESS * cosine));
  const all = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / all);
}

/** How much two texts lie in the same fields, 0..1 (Bhattacharyya coefficient). */
export const sameDomain = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, share, i) => sum + Math.sqrt(share * b[i]!), 0);
