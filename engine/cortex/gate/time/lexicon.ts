/**
 * Time words of seven languages, without marks. A word that is also something else (`may`, `march`,
 * `sun`, `jan`) counts only beside a word or number that makes it a time.
 */
const table = <T>(rows: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(rows.flatMap(([value, words]) => words.trim().split(/\s+/).map((word) => [word, value] as const)));
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** 0 is January. */
export const MONTHS = table<number>([
  [0, 'january jan januar enero janvier gennaio janeiro januari'],
  [1, 'february feb februar febrero fevrier febbraio fevereiro februari'],
  [2, 'march mar marz maerz marzo mars marco maart'],
  [3, 'april apr abril avril aprile'],
  [4, 'may mai mayo maggio maio mei'],
  [5, 'june jun juni junio juin giugno junho'],
  [6, 'july jul juli julio juillet luglio julho'],
  [7, 'august aug agosto aout augustus'],
  [8, 'september sep sept septiembre septembre settembre setembro'],
  [9, 'october oct oktober octubre octobre ottobre outubro okt'],
  [10, 'november nov noviembre novembre novembro'],
  [11, 'december dec dezember dez diciembre decembre dicembre dezembro'],
]);

/** 0 is Sunday, as in `Date`. */
export const WEEKDAYS = table<number>([
  [0, 'sunday sun sundays sonntag domingo dimanche domenica zondag'],
  [1, 'monday mon mondays montag lunes lundi lunedi segunda maandag'],
  [2, 'tuesday tue tues tuesdays dienstag martes mardi martedi terca dinsdag'],
  [3, 'wednesday wed wednesdays mittwoch miercoles mercredi mercoledi quarta woensdag'],
  [4, 'thursday thu thur thurs thursdays donnerstag jueves jeudi giovedi quinta donderdag'],
  [5, 'friday fri fridays freitag viernes vendredi venerdi sexta vrijdag'],
  [6, 'saturday sat saturdays samstag sonnabend sabado samedi sabato zaterdag'],
]);
export const PLURAL_DAYS = set('sundays mondays tuesdays wednesdays thursdays fridays saturdays');

/** The first month of a season of the northern half; winter goes on into the next year. */
export const SEASONS = table<number>([
  [2, 'spring fruhling fruhjahr primavera printemps lente voorjaar'],
  [5, 'summer sommer sommers summers verano ete estate verao zomer'],
  [8, 'autumn fall herbst otono automne autunno outono herfst najaar'],
  [11, 'winter winters invierno hiver inverno'],
]);

export type Unit = 'minute' | 'hour' | 'day' | 'weekend' | 'week' | 'month' | 'quarter' | 'year';
export const UNITS = table<Unit>([
  ['minute', 'minute minutes minuten minuto minutos minuti minuut'],
  ['hour', 'hour hours stunde stunden hora horas heure heures ora ore uur uren'],
  ['day', 'day days tag tage tagen dia dias jour jours giorno giorni dag dagen night nights'],
  ['weekend', 'weekend weekends wochenende wochenenden finde weekeinde'],
  ['week', 'week weeks wk wks woche wochen semana semanas semaine semaines settimana settimane weken'],
  ['month', 'month months monat monate monaten monats mes meses mois mese mesi maand maanden'],
  ['quarter', 'quarter quarters quartal quartale kwartaal'],
  ['year', 'year years yr yrs jahr jahre jahren jahres ano anos an ans annee annees anno anni jaar jaren'],
]);

export const NUMBERS = table<number>([
  [1, 'a an one ein eine einem einer un una uno une um uma een'],
  [2, 'two couple zwei dos deux due dois duas twee'],
  [3, 'three few drei paar tres trois tre drie'],
  [4, 'four several vier cuatro quatre quattro quatro'],
  [5, 'five funf cinco cinq cinque vijf'],
  [6, 'six sechs seis sei zes'],
  [7, 'seven sieben siete sept sette sete zeven'],
  [8, 'eight acht ocho huit otto oito'],
  [9, 'nine neun nueve neuf nove negen'],
  [10, 'ten zehn diez dix dieci dez tien'],
  [12, 'twelve zwolf doce douze dodici doze twaalf'],
]);

/** Days from today. */
export const SHIFTS = table<number>([
  [-2, 'vorgestern anteayer antier eergisteren anteontem'],
  [-1, 'yesterday yesterdays yday gestern ayer ieri ontem gisteren'],
  [0, 'today todays tonight tonights heute hoy aujourdhui oggi hoje vandaag stasera vanavond'],
  [1, 'tomorrow tomorrows tmrw demain domani amanha manana morgen'],
  [2, 'ubermorgen overmorgen'],
]);

export const PAST = set(`last past previous letzte letzten letzter letztes letztem vorige vorigen voriger voriges vergangene vergangenen vergangener
 pasado pasada pasados pasadas ultimo ultima ultimos ultimas dernier derniere derniers dernieres passe passee scorso scorsa scorsi
 passado passada vorig afgelopen laatste`);
export const THIS = set('this current diese diesen dieser dieses diesem este esta ce cet cette questo questa neste nesta deze dit');
export const NEXT = set(`next coming upcoming following nachste nachsten nachster nachstes kommende kommenden kommender proximo proxima
 prochain prochaine prossimo prossima volgende komende volgend`);
export const EVERY = set('every each jeden jede jedes jeder cada todos todas chaque tous ogni elke iedere elk');
export const ARTICLES = set('the of a an our my der die das dem den des el la los las le les il lo i gli o os as do da de het in im am on at del en no na dans du al em di d s st nd rd th');

/** Standing before (or after) a number and a unit, these mean that long ago. */
export const AGO_AFTER = set('ago back fa geleden atras tras');
export const AGO_BEFORE = set('vor hace ha');

export type Edge = 'before' | 'after' | 'since' | 'until';
export const EDGES = table<Edge>([
  ['before', 'before prior vor antes avant prima voor'],
  ['after', 'after nach despues apres dopo depois'],
  ['since', 'since seit desde depuis sinds'],
  ['until', 'until till til by bis hasta jusqu fino ate tot'],
]);
export const BETWEEN = set('between from zwischen von entre tra fra tussen van');
export const AND = set('and to und bis y a et e en until through till - –');

/** Parts of a month or year; the number is the third it names. */
export const PARTS = table<0 | 1 | 2>([
  [0, 'early beginning start begin anfang inicio principios debut inizio comeco'],
  [1, 'mid middle mitte mediados milieu meta metade'],
  [2, 'late end ende finales fin fine fim eind einde'],
]);
/** These stand right before a name; the others need an "of", for one can also start and end things. */
export const DIRECT_PARTS = set('early mid late anfang mitte ende begin eind half');

/** Month and day of feasts that stay where they are; days they last. */
export const FEASTS: ReadonlyMap<string, readonly [month: number, day: number, days: number]> = new Map([
  ['christmas', [11, 25, 1]], ['xmas', [11, 25, 1]], ['weihnachten', [11, 25, 1]], ['navidad', [11, 25, 1]], ['noel', [11, 25, 1]],
  ['natale', [11, 25, 1]], ['natal', [11, 25, 1]], ['kerst', [11, 25, 1]], ['halloween', [9, 31, 1]], ['silvester', [11, 31, 1]], ['valentines', [1, 14, 1]],
]);
export const EASTER = set('easter ostern pascua paques pasqua pascoa pasen');

/** Words beside which `may`, `march`, `sun` and their like are times. */
export const ANCHORS = set(`in on of last past next this since until till before after between from early mid late every each during around
 im am seit bis vor nach letzten en de desde hasta el le depuis avant apres a dal fino a op sinds tot em ate na vorige afgelopen l cet`);
export const AMBIGUOUS = set('may march mar mars mai mei jan dec sun sat mon wed fri spring fall ete lente segunda terca quarta quinta sexta marco april june august otto dez sept');

/** Signs that the message speaks of what is to come. */
export const AHEAD = set(`will shall next upcoming planned plan plans booked due scheduled tomorrow gonna going coming appointment deadline schedule agenda calendar
 werde werden wird steht geplant voy vamos proximo vais vas allons gaan zal zullen`);
/** Signs that it speaks of what was. They win. */
export const BEHIND = set(`did was were been had went ago happened been saw met said told used ran war waren hatte habe hab haben hat fui fue fuimos hicimos hice ai avons avait etait
 ho abbiamo ero era fiz fizemos fomos foi heb hebben hadden deed ging didnt wasnt`);
