import { anyOf, END, START, type Detector } from './detector.ts';

const STREET = anyOf([
  'Street', 'St', 'Avenue', 'Ave', 'Road', 'Rd', 'Boulevard', 'Blvd', 'Lane', 'Ln', 'Drive', 'Dr', 'Court', 'Ct', 'Square', 'Sq', 'Terrace', 'Ter', 'Way', 'Place', 'Pl', 'Crescent', 'Cres', 'Parkway', 'Pkwy',
  'Highway', 'Hwy', 'Trail', 'Close', 'Mews', 'Gardens', 'Grove', 'Circle', 'Cir', 'Alley', 'Quay', 'Broadway',
]);
const STREET_ANY_CASE = STREET.replace('Close|', '').replace('Way|', 'Way|');
const LIVES = /(?:live[sd]?|living|moved|move|home|house|my place|residence|flat|apartment|apt|office|address|ship(?:ped|ping)?|deliver(?:ed|y)?|send|mail|located|meet|stay(?:ing)?|wohn\w*|vivo|abito|moro|habite|adresse|anschrift|dirección|indirizzo|endereço)[^.!?]{0,40}$/iu;
/** What has an address and is no home. */
const OTHER_ADDRESS = /(?:\bip(?:v[46])?|e-?mail|mac|web|memory|http|url|bus|return|base|start|proxy|server|wallet|bitcoin|pointer)[ -]*$/iu;
const UPPER = String.raw`\p{Lu}[\p{L}'’.-]{0,30}`;

/** Small numbers before a street are often something else, so they need a word about living there. */
const isHouse = (found: string, before: string, after: string): boolean =>
  /^\d{2,}|^\d\w/.test(found) || LIVES.test(before) || /^,?\s*(?:\d{4,6}|\p{Lu}[\p{L}]+,? (?:[A-Z]{2} )?\d{4,6}|,\s*\p{Lu})/u.test(after);

/** Street addresses in the forms of many countries. */
export const placeDetectors: readonly Detector[] = [
  { type: 'address', pattern: new RegExp(`${START}\\d{1,5}[A-Za-z]?,? (?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\.? )?(?:(?:\\p{Lu}[\\p{L}'’-]{0,30}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}${STREET}\\.?${END}`, 'dgu'), accept: isHouse },
  { type: 'address', pattern: new RegExp(`${START}\\d{1,5}[a-z]?,? (?:[\\p{L}'’-]{2,30} |\\d{1,3}(?:st|nd|rd|th) ){1,4}${STREET_ANY_CASE}\\.?${END}`, 'dgiu'), accept: (_found, before) => /(?:address|\blive[sd]?|living|moved|ship(?:ped)?|deliver(?:ed)?|located|home)\s*(?:is|at|to|:|=)*\s*$/i.test(before) },
  { type: 'address', pattern: new RegExp(`${START}(?:address|adresse|anschrift|dirección|domicilio|indirizzo|endereço|morada|adres|adresim|adress|adresa|osoite|địa chỉ|alamat|адрес|адреса|عنواني|العنوان|آدرس|पता|地址|住址|住所|주소)\\s*(?:is|ist|lautet|es|est|è|é|:|=|是|は)+\\s*(?<found>(?=[^.!?\\n]{0,60}\\d)[\\p{L}\\p{N}][^!?\\n]{5,80})`, 'dgiu'),
    accept: (found, before) => !OTHER_ADDRESS.test(before) && /\p{L}{2}/u.test(found) && !/@|:\/\/|^0x|^\d{1,3}(?:\.\d{1,3}){3}/.test(found) },
  { type: 'address', pattern: new RegExp(`${START}P\\.? ?O\\.? ?Box \\d{1,6}${END}`, 'dgiu') },
  { type: 'address', pattern: new RegExp(`${START}\\p{Lu}[\\p{L}-]{1,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse|ufer|damm|straat|gracht|laan|plein|kade|gatan|vägen|vej|gade|katu)\\s{1,2}\\d{1,4} ?[a-zA-Z]?${END}`, 'dgu') },
  { type: 'address', pattern: new RegExp(`${START}${UPPER}(?: ${UPPER}){0,3} \\d{1,4} ?[a-z]?, (?:[A-Z]{1,2}-)?\\d{4,5}(?: [A-Z]{2})? \\p{Lu}\\p{L}{2,30}`, 'dgu') },
  { type: 'address', pattern: /(?<![\p{L}\p{N}])\d{1,4}(?: ?bis| ?ter)?,? (?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|cours) (?:(?:d[eu]s?|la|le|les|l'|d')[ ’']?(?:la |l')?)?(?:[\p{L}][\p{L}'’-]{1,30})(?: [\p{L}'’-]{2,30}){0,3}/dgiu, accept: (found) => /\s\p{Lu}|['’]\p{Lu}|-\p{Lu}/u.test(found) },
  { type: 'address', pattern: /(?<![\p{L}\p{N}])(?:[Cc]alle|C\/|Avenida|avenida|Av\.|Avda\.|[Pp]laza|[Pp]aseo|[Cc]arrer|Viale|viale|Via|[Pp]iazza|[Cc]orso|Rua|rua|Travessa|[Pp]raça|Alameda) (?:de la |de los |de las |del? |d[aeoi]s? |della |delle |dei |d')?(?=[\p{L}'’, -]{0,60}\d)\p{Lu}[\p{L}'’-]{1,30}(?: [\p{L}'’-]{1,30}){0,3},? (?:n[º°o]?\.? ?)?\d{1,4}(?![\d.:])/dgu },
  { type: 'address', pattern: /(?<![\p{L}\p{N}])via \p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2},? \d{1,4}(?!\d)/dgu, accept: (_found, before) => /(?:abit\w+|viv\w+|indirizzo|casa|residen\w+)[^.!?]{0,30}$/iu.test(before) },
  { type: 'address', pattern: /〒 ?\d{3}-\d{4}[^\n。]{0,60}/dgu },
  // Poland, Russia, Turkey, the Netherlands, Hungary, Czechia, Finland: the word for a street stands before or behind.
  { type: 'address', needsDigit: true, pattern: /(?<![\p{L}\p{N}])(?:(?:ul|al|os|pl|str|bd)\. ?|(?:[Uu]lica|[Uu]lici|[Ss]trada|[Cc]alea|[Bb]ulevardul|[Rr]ruga|[Tt]rg|[Cc]esta) )\p{Lu}[\p{L}'’.-]{1,30}(?: \p{Lu}?[\p{L}'’.-]{1,30}){0,3},? ?(?:д\.?|d\.|dom)? ?\d{1,4}(?:[/-]\d{1,4})?[a-zA-Z]?(?:, ?(?:kv|m|lok)\.? ?\d{1,4})?/dgu },
  { type: 'address', needsDigit: true, pattern: /(?<![\p{L}\p{N}])(?:ул(?:ица|ице|ицы)?\.?|пр(?:-?кт|оспект\p{L}?|-т)?\.?|пер(?:еул\p{L}+)?\.?|наб(?:ережн\p{L}+)?\.?|бул(?:ьвар\p{L}?|ьв)?\.?|шоссе|пл(?:ощад\p{L}+)?\.?|вул(?:иц\p{L})?\.?) ?\p{Lu}[\p{L}'’.-]{1,30}(?: [\p{L}'’.-]{1,30}){0,2},? ?(?:д(?:ом)?\.?|буд\.?)? ?\d{1,4}[\p{L}]?(?:\/\d+)?(?:,? ?(?:кв|корп|стр)\.? ?\d{1,4})*/dgu },
  { type: 'address', needsDigit: true, pattern: /(?<![\p{L}\p{N}])\p{Lu}[\p{L}.'’]{1,30}(?: \p{Lu}?[\p{L}.'’]{1,30}){0,3} (?:Mah(?:\.|allesi)|Cad(?:\.|desi)|Sok(?:\.|ak|ağı)|Bulvarı|Blv\.)[^\n!?]{0,40}?(?:[Nn]o ?[:.]? ?)\d{1,4}/dgu },
  { type: 'address', needsDigit: true, pattern: /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2} (?:utca|út|tér|körút|ulice|třída|náměstí|katu|tie|vej|gade|gata|gate|veien|vägen|allé) \d{1,4}[a-zA-Z]?/dgu },
  { type: 'address', needsDigit: true, pattern: /(?:شارع|خیابان) \p{Script=Arabic}[\p{Script=Arabic} ]{1,40}[،,]? ?(?:رقم|پلاک|مبنى|عمارة)? ?\d{1,5}/dgu },
  { type: 'address', needsDigit: true, pattern: /\p{Script=Han}{1,20}(?:路|街|巷|弄|大道|胡同|道)\p{Script=Han}{0,4}\d{1,5}(?:号|號|弄)(?:[\p{Script=Han}\d]{0,20}(?:室|号楼|单元|楼|樓|层))?/dgu },
  { type: 'address', needsDigit: true, pattern: /\p{Script=Han}{1,8}(?:都|道|府|県|市|区|町|村)[\p{L}\p{Script=Han}]{0,20}\d{1,4}(?:丁目|-)\d{1,4}(?:(?:番地?|-)\d{0,4}号?)?/dgu },
  { type: 'address', needsDigit: true, pattern: /\p{Script=Hangul}{1,10}(?:시|도|구|군|동)[ \p{Script=Hangul}]{0,20}?(?:로|길|동) ?\d{1,5}(?:-\d{1,4})?(?:번지|번길|호)?/dgu },
  { type: 'address', needsDigit: true, pattern: new RegExp(`${START}(?:zip(?:[ -]?code)?|post(?:al)?[ -]?code|plz|postleitzahl|code postal|código postal|cep|kod pocztowy|postnummer|почтовый индекс|індекс|邮编|郵便番号|우편번호)(?:\\s*(?:is|ist|es|est|è|é|:|=|は|是))*\\s*(?<found>(?=[\\p{L}\\d -]{0,9}\\d)[\\p{L}\\d]{2,8}(?:[ -][\\p{L}\\d]{2,5})?)${END}`, 'dgiu'), accept: (found) => /\d{2}|\p{L}\d/u.test(found) },
];
