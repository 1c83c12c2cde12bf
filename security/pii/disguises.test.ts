import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { classify, detect, redactOnly, type PiiType } from './index.ts';

/** A second labelled set, with more forms, disguises and near misses than the first. All of it is made up. */
const personal: readonly [text: string, type: PiiType][] = [
  ['My email: john [at] gmail [dot] com', 'e-mail'], ['reach me on j.smith_99@sub.mail.example.org', 'e-mail'], ['メールはtaro@example.jpです', 'e-mail'], ['Schreib an hans.meier AT firma DOT de', 'e-mail'],
  ['email is bob＠example．com', 'e-mail'], ['<alice@example.com>', 'e-mail'], ['mailto:alice@example.com', 'e-mail'], ['jane@example.com,bob@example.com', 'e-mail'], ['пишите на ivan@пример.рф', 'e-mail'],
  ['card number 4111.1111.1111.1111', 'card'], ['Kreditkarte 5500 0000 0000 0004', 'card'], ['visa:4012888888881881', 'card'], ['my amex is 3782 822463 10005', 'card'], ['3056-930902-5904 diners', 'card'],
  ['４２４２ ４２４２ ４２４２ ４２４２', 'card'], ['4242\u200B4242\u200B4242\u200B4242', 'card'], ['card 6011000990139424 cvv 123', 'card'], ['tarjeta 4000056655665556', 'card'], ['SSN: 536-90-4399', 'ssn'],
  ['Social Security # 536904399', 'ssn'], ['my social is 536-90-4399', 'ssn'], ['ssn 536 90 4399', 'ssn'], ['５３６-９０-４３９９', 'ssn'], ['536.90.4399 is my ssn', 'ssn'], ['social security number 536\u201190\u20114399', 'ssn'],
  ['IBAN: NL91 ABNA 0417 1643 00', 'iban'], ['konto DE89370400440532013000', 'iban'], ['ch93 0076 2011 6238 5295 7', 'iban'], ['GB29-NWBK-6016-1331-9268-19', 'iban'], ['IT60X0542811101000000123456', 'iban'],
  ['call +44 20 7946 0958', 'phone'], ['my number is 415-555-2671', 'phone'], ['Cell: 415.555.2671', 'phone'], ['+4915112345678', 'phone'], ['tel:+1-415-555-2671', 'phone'], ['(0)30/123456 ist meine Telefonnummer', 'phone'],
  ['+81 3-1234-5678', 'phone'], ['WhatsApp 0612345678', 'phone'], ['mon numéro est le 06 12 34 56 78', 'phone'], ['Meine Nummer ist 0151 23456789', 'phone'], ['+91 98765 43210', 'phone'], ['phone number: 5551234567', 'phone'],
  ['电话 138 0013 8000', 'phone'], ['reach me at 0207 946 0958', 'phone'], ['I live at 221B Baker Street, London', 'address'], ['My address is 1600 Amphitheatre Parkway', 'address'],
  ['ship to 350 Fifth Avenue, New York, NY 10118', 'address'], ['Ich wohne in der Hauptstraße 12, 10115 Berlin', 'address'], ['vivo en Calle de Alcalá 45, Madrid', 'address'], ['12 Rue de la Paix, 75002 Paris', 'address'],
  ['Apartment 4B, 77 Massachusetts Ave', 'address'], ['home address: 5 elm st', 'address'], ['P.O. Box 1234, Austin', 'address'], ['Bahnhofstr. 7', 'address'], ['Am Markt 3, 04109 Leipzig', 'address'],
  ['Piazza del Duomo 1, Milano', 'address'], ['Rua Augusta 1500, São Paulo', 'address'], ['my address is 17 Cherry Tree Lane', 'address'], ['passport: 533401234', 'government id'], ['My passport is A12345678', 'government id'],
  ['driver license number is F255-9215-0094', 'government id'], ['Aadhaar 2345 6789 0124', 'government id'], ['CPF: 529.982.247-25', 'government id'], ['Steuer-ID 86 095 742 719', 'government id'],
  ['NIE X1234567L', 'government id'], ['my national id is 900101-1234567', 'government id'], ['ID card number AZ1234567', 'government id'], ['Codice fiscale RSSMRA85T10A562S', 'government id'],
  ['NI number AB123456C', 'government id'], ['NHS number 943 476 5919', 'government id'], ['EIN 12-3456789', 'government id'], ['numéro de sécurité sociale 1 85 05 78 006 084 36', 'government id'],
  ['PESEL 44051401359', 'government id'], ['my password is: p@ssW0rd!', 'credential'], ['pw: hunter2', 'credential'], ['passwd=letmein123', 'credential'],
  ['export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'credential'], ['Authorization: Bearer abcdef0123456789abcdef', 'credential'], ['sk-proj-abcdefghijklmnopqrstuvwx12345678', 'credential'],
  ['sk-ant-api03-abcdefghijklmnopqrstuv', 'credential'], ['AIzaSyA1234567890abcdefghijklmnopqrstuv', 'credential'], ['postgres://admin:s3cret@db.example.com/app', 'credential'], ['the wifi code is "sunshine99"', 'credential'],
  ['my login is bob and password bobby123', 'credential'], ['mein Passwort ist Geheim123', 'credential'], ['mi clave es 4455aa', 'credential'], ['le mot de passe est Soleil12', 'credential'], ['пароль: qwerty123', 'credential'],
  ['密码是 abc12345', 'credential'], ['PIN: 1234', 'credential'], ['my bank pin is 8842', 'credential'], ['recovery code 8f3k-29dk', 'credential'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----', 'credential'], ['DB_PASSWORD="hunter2hunter2"', 'credential'], ['token=ghs_abcdefghijklmnopqrstuvwxyz0123456789', 'credential'],
  ['hf_abcdefghijklmnopqrstuvwxyzABCDEF', 'credential'], ['npm_abcdefghijklmnopqrstuvwxyz0123456789', 'credential'], ['my passcode: 009988', 'credential'], ['The p4ssword is ... no wait, password = blue42horse', 'credential'],
  ['Contact me: sarah_connor@sky.net.io', 'e-mail'], ['my work mail is p.o-brien@uni-koeln.de thanks', 'e-mail'], ['drop a line to kim{at}post{dot}kr', 'e-mail'], ['mon mail: luc.martin@orange.fr', 'e-mail'],
  ['use my visa 4539 1488 0343 6467 for it', 'card'], ['mc 5105-1051-0510-5100', 'card'], ['El número de mi tarjeta es 4916338506082832', 'card'], ['discover 6011 1111 1111 1117, exp 09/28', 'card'],
  ['jcb 3530111333300000', 'card'], ['Her SSN ends up being 212-45-6781', 'ssn'], ['SS# is not it, SSN=212456781', 'ssn'], ['social security no. 212 45 6781', 'ssn'], ['Bitte auf AT61 1904 3002 3457 3201 überweisen', 'iban'],
  ['my iban be68539007547034', 'iban'], ['PL61 1090 1014 0000 0712 1981 2874', 'iban'], ['you can call me at 020 7946 0018', 'phone'], ['Telefon: 089/1234567', 'phone'], ['ring 07700 900123 after six', 'phone'],
  ['my new number is 312-555-0198', 'phone'], ['chiamami al 347 1234567', 'phone'], ['+55 11 91234-5678', 'phone'], ['my cell 6175550134', 'phone'], ['Мой телефон 8 912 345-67-89', 'phone'], ['tel. +41 44 668 18 00', 'phone'],
  ['llámame al 912 34 56 78', 'phone'], ['We moved to 48 Willow Creek Road last May', 'address'], ['Deliver it to 9 Ash Lane, Bristol', 'address'], ['My address: Flat 3, 22 Kings Rd, London SW3 4UD', 'address'],
  ['Wohne jetzt Goethestr. 22, 60313 Frankfurt', 'address'], ['mi dirección es Calle Luna 14, 2B', 'address'], ['habito en la Avenida de América 33', 'address'], ['5 avenue Victor Hugo, Paris', 'address'],
  ['Kerkstraat 15, Amsterdam', 'address'], ['his home is at 1024 N Maple Ave', 'address'], ['passport no. 20GA12345', 'government id'], ['My driving licence: MORGA753116SM9IJ', 'government id'],
  ['DNI: 45678901-G', 'government id'], ['Ausweisnummer L01X00T471', 'government id'], ['tax ID number is 86095742719', 'government id'], ['social insurance number 046 454 286', 'government id'],
  ['my NHS no is 485 777 3456', 'government id'], ['CURP GOMC900101HDFRRL09', 'government id'], ['身份证 11010519491231002X', 'government id'], ['PAN card ABCPE1234F', 'government id'], ['Führerschein B072RRE2I55', 'government id'],
  ['BSN 123456782', 'government id'], ['pass: 7Kp!x9', 'credential'], ['Netflix password is popcorn_42', 'credential'], ['the admin password was changed to Winter!2025', 'credential'], ['her pin code is 0420', 'credential'],
  ['my password is correcthorsebattery', 'credential'], ['GITHUB_TOKEN=abc123def456', 'credential'], ['api_key: "9f8e7d6c5b4a3210"', 'credential'], ['login: jdoe / password: Qwerty!1', 'credential'],
  ['https://user:hunter2@git.example.com/x.git', 'credential'], ['client secret = Zx8~abcDEF', 'credential'], ['Door code 4711', 'credential'], ['wifi password: cats&dogs', 'credential'],
  ['mein WLAN Passwort lautet Blumentopf7', 'credential'], ['la mia password è Roma1234', 'credential'], ['a minha senha é gato123', 'credential'], ['sk_live_51H8abcdefghijklmnop', 'credential'],
  ['My seed phrase is apple banana cherry daisy eagle forest grape house igloo jungle kite lemon', 'credential'], ['2FA backup code: 5839-2210', 'credential'],
];
const ordinary: readonly string[] = [
  'I love my password manager', 'We discussed the password policy in 2024', 'The secret ingredient is cinnamon', 'token ring networks are old', 'My favorite key is C major', 'API key rotation is scheduled for Monday',
  'the passport office opens at 9', 'She lost her passport in Rome in 2018', 'My driver\'s license expires in 2027', 'phone me at 5', 'We scored 415 points', 'Order 415-555 arrived', 'ticket 12345678 was closed',
  'invoice no. 2024-0012345', 'tracking number 1Z999AA10123456784', 'The ISBN is 0-306-40615-2', 'ISBN 9780306406157', 'timestamp 1700000000', 'unix time 1700000000000', 'build 20261121.1', 'commit 9f8e7d6c5b4a',
  'the IP is 192.168.100.200', 'version 1.2.3.4', 'bitcoin rose to 100000', 'population 8,336,817', 'The drive took 12 hours', '5 Way Street was a band', 'I ran on Sunset Boulevard', 'We walked down Fifth Avenue',
  'I live in Berlin', 'My name is John Smith', 'Ana and Bob went to Paris', 'He was born on 1990-01-01', 'May 12, 2023 at 10:30', 'from 1999 to 2005', '3 court cases', 'He made 10 drives', '2 St. Bernards barked',
  'Chapter 5 Road to Mandalay', 'meet at 7 at the place', 'he is at example and dot', 'look at github dot', 'the meeting is at noon in room 4', 'pin the 4 corners', 'The access token expires soon', 'token is required',
  'password is required', 'password: required field', 'The password was changed yesterday', 'secret is out', 'her secret was safe', 'The pass code review', 'We use OAuth tokens', 'sk-learn is a library', 'pk-12 education',
  'card games are fun', '4 card draw, 52 cards', 'id 12345', 'user id is 42', 'employee id is cool', 'my pan is hot', 'use the pan number two', 'nie wieder', 'DNI is a format', 'tax is 20 percent', 'id: main-section',
  'id=react-root-1', 'license: MIT-1.0', 'passport.js version 0.6.0', 'License number plate', 'nhs waiting lists doubled', 'License AGPL-3.0-or-later', 'call 2024 the best year', 'text file 1234567 bytes', 'number 1234567890123',
  'reach 10000000 users', 'call stack of 65536 frames', 'mobile 2023 1080 1920', 'The square is 5 by 5 Square', '10 Downing was a film', 'My reading place: 3 Corners Place', 'at 12 I drive', 'Calle means street', 'via Zoom 10',
  'via email 2', 'place 3 items', 'avenue of 12 trees', 'He said "at 5 dot 30"', 'The score: 21-15-2024', 'room 12-34-5678?', '2023-12-31 23:59:59', 'UUID 123e4567-e89b-12d3-a456-426614174000',
  'hash d41d8cd98f00b204e9800998ecf8427e', 'color #a1b2c3d4', 'flight BA2490 on 12 May', 'GB 12 34 56 teams', 'AB 12 CD 34', 'the code is written in Rust', 'the code is 42 lines', 'wifi is down', 'my login is broken',
  'the PIN is on the board', 'clave de sol', 'el token es inválido', 'Das Passwort ist falsch', 'le mot de passe est incorrect', 'The pin code lookup takes a city', 'passwords need 12 characters',
  'Password must contain 8 characters and a digit', 'a password is needed for room 12', 'Set a password of at least 10 characters', 'My password keeps getting rejected', 'the token limit is 4096 tokens', 'token count is 32000',
  'each token costs 0.002 dollars', 'secret santa is on 12/24', 'the secret key is hidden under the rug', 'key: value pairs', 'login is at 9:30', 'login with Google', 'code is at github.com/x/y',
  'The access code review starts at 10:00', 'The security code of conduct', 'my phone is a Pixel 8', 'phone costs 999 dollars', 'phone number is unlisted', 'Tel Aviv 2019', 'call 3 friends and 12 cousins',
  'my number one song of 2023', 'number 10 is the goalkeeper', 'We hiked 12 miles on Willow Road', 'There are 20 Way stations', 'In 1984 Court was in session', '12 Angry Men at the Court', '7 Days Drive was a film',
  'the 4th Avenue of Mars', 'On 5 May Street food was sold', 'We need 15 Circle stickers', 'the address is wrong', 'address: see below', 'IP address is 10.0.0.1', 'his address to the nation lasted 40 minutes',
  'email address required', 'Passport photos cost 12.50', 'passport 2 stamps', 'My passport has 48 pages', 'license to kill 007', 'Medicare costs rose 5 percent in 2024', 'tax number crunching 2023', 'visa took 30 days', 'id 4',
  'DNI takes 2 weeks', 'the tin weighs 1234567 grams', 'NIE wieder 1945', 'ein 1234567 Euro teures Haus', 'sin 30 degrees is 0.5', 'cos 60 and sin(45)', 'ISBN 978-0-13-110362-7', 'UPC 036000291452', 'EAN 4006381333931',
  'order 4111-22', 'Version 4.2.4242', '4 8 15 16 23 42', '1 2 3 4 5 6 7 8 9 10 11 12', '2 4 6 8 10 12 14 16 18 20', 'lat 40.7128, lon -74.0060', '3.1415926535897932', 'GDP is 25462700000000', 'epoch 1609459200',
  'June 10, 2023 at 4:30 pm', 'from 10:00-11:30 on 12-05-2023', '2023-05-12T10:30:00Z', 'a 16:9 display at 3840x2160', 'He earned 5,000,000 yen', 'Marie is from Lyon and Paul lives in Nice', 'Meet Jean at place Bellecour',
  'rue is a herb', 'we saw 3 rue des artistes painters', 'my favorite Via Appia walk', 'St. Mary 12 church', 'Dr. Smith 5 pm', 'He scored 555 points, 1234 assists', 'The 555-1234 joke number', 'chapter 12 verse 3456789',
  'the score 300-250-1000', 'basic understanding of physics 101', 'bearer of bad news', 'https://example.com:8080/path@2', 'ratio 1:2:3@4',
];
/** Kinds with a fixed form must hardly ever be missed. */
const structured: readonly PiiType[] = ['e-mail', 'card', 'ssn', 'iban'];

/** The 95 % interval of a share (Wilson 1927). */
function wilson(hits: number, of: number): string {
  const z = 1.96, p = hits / of, middle = (p + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  return `${p.toFixed(3)} [${(middle - half).toFixed(3)}, ${(middle + half).toFixed(3)}] of ${of}`;
}

test('PII-DETECT: many forms, disguises and near misses: recall at least 0.9, of structured kinds 0.98, false flags at most 5 %', (t) => {
  const isFound = ([text, type]: readonly [string, PiiType]) => detect(text).some((finding) => finding.type === type);
  const found = personal.filter(isFound);
  const flagged = ordinary.filter((text) => classify(text, { mayLower: false }).tier !== 'cleartext');
  const fixed = personal.filter(([, type]) => structured.includes(type));
  t.diagnostic(`recall ${wilson(found.length, personal.length)}; false flags ${wilson(flagged.length, ordinary.length)}; precision ${(found.length / (found.length + flagged.length)).toFixed(3)}`);
  t.diagnostic(`missed: ${personal.filter((row) => !isFound(row)).map(([text]) => text).join(' | ')}; flagged: ${flagged.join(' | ')}`);
  assert.ok(personal.length + ordinary.length >= 120);
  assert.ok(found.length / personal.length >= 0.9);
  assert.ok(fixed.filter(isFound).length / fixed.length >= 0.98);
  assert.ok(flagged.length / ordinary.length <= 0.05);
});

test('PII-REDACT: no finding survives in the redacted rendering, wherever it stands and however often', () => {
  const row = fc.constantFrom(...personal);
  fc.assert(fc.property(fc.array(fc.oneof(row.map(([text]) => text), fc.constantFrom(...ordinary), fc.string({ maxLength: 20 })), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('. ')), (text) => {
    const { tier, redacted, findings } = classify(text, { mayLower: false });
    if (tier === 'cleartext') return;
    for (const { start, end } of findings) if (end - start >= 4 && !/^\[[a-z -]+\]$/.test(text.slice(start, end))) assert.ok(!redacted.includes(text.slice(start, end)), text);
    assert.equal(redactOnly(text), redacted);
  }), { numRuns: 500 });
});

test('PII-REDACT: a secret that is repeated without its label is gone too', () => {
  const { redacted } = classify('My password is Tulip-2024. Again: Tulip-2024', { mayLower: false });
  assert.equal(redacted, 'My password is [credential] Again: [credential]');
  assert.equal(redactOnly('My name is Ana Souza, mail ana@example.com'), 'My name is [name], mail [e-mail]');
  assert.equal(redactOnly('nothing here'), 'nothing here');
});

test('PII-TIER: a full legal name is sensitive, and a floor holds whoever asks', () => {
  assert.equal(classify('My full legal name is Ana Maria Souza', { mayLower: false }).tier, 'sensitive');
  assert.equal(classify('plain', { mayLower: true, chosen: 'cleartext', floor: 'sensitive' }).tier, 'sensitive');
});

const SHORT = 4096;
const LONGER = 4;
/** Below this the clock says little. */
const TOLD_APART_MS = 20;
/** Well beyond the square of the length (rows of digits come near it), and far below what backtracking without bound takes. */
const MOST_TIMES = 2 * LONGER ** 2;

test('PII-LINEAR: four times the text takes no worse than the square of that, whatever it repeats', (t) => {
  const parts = ['1', '1 ', 'a@', 'a at ', 'A', 'password ', 'passport number ', '(1', 'DE12 ', '12 Aaa ', 'calle de la a ', 'my name is Aaa ', '-----BEGIN PRIVATE KEY-----', 'eyJaaaaaaaaaaa.', 'a.', 'x@a.', 'Aa', 'token for a a ', '+1', '\u200B', 'PASSWORD_', 'my address is 1 ', 'seed phrase abc ', 'https://a:', '1-', '0 1 ', 'Aa 1, ', '\uD800'];
  /** The quicker of two runs, so that what else the machine does counts less. */
  const taken = (text: string): number => Math.min(...[0, 1].map(() => {
    const start = performance.now();
    classify(text, { mayLower: false });
    return performance.now() - start;
  }));
  const made = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const rows = parts.map((part) => ({ part, short: taken(made(part, SHORT)), long: taken(made(part, SHORT * LONGER)) }));
  const worst = rows.filter(({ long }) => long > TOLD_APART_MS).map(({ short, long }) => long / short);
  t.diagnostic(`slowest shape ${Math.max(...rows.map(({ long }) => long)).toFixed(1)} ms; four times the text at most ${Math.max(0, ...worst).toFixed(1)} times as long`);
  for (const ratio of worst) assert.ok(ratio < MOST_TIMES, `${ratio}`);
});
