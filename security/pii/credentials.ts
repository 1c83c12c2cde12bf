import { anyOf, END, START, type Detector } from './detector.ts';

const SECRET_WORD = anyOf([
  'pass(?:words?|wort|wörter|wd|phrase|codes?|key)', 'p[4@]ssw[o0]rd', 'pwd', 'pw', 'contraseña', 'clave(?: secreta)?', 'mot de passe', 'mdp', 'senha', 'palavra-passe', 'parola d[\'’]ordine', 'wachtwoord', 'lösenord', 'hasło', 'heslo', 'şifre\\p{L}{0,2}', 'parola',
  'kennwort', 'losung(?:swort)?', 'zugangscode', 'code secret', 'code d[\'’]accès', 'código (?:de acceso|secreto|de la (?:alarma|puerta|caja)|del (?:portal|garaje|candado))', 'code de l[\'’](?:alarme|immeuble)', 'code d(?:u|e la) (?:portail|porte|coffre|garage)', 'codice (?:dell[\'’]allarme|della cassaforte|del cancello|del portone)', 'código d[ao] (?:alarme|portão|porta|cofre)', '(?:alarm|tür|tor|safe|tresor|schloss|garagen)-?code', '(?:alarm|deur|kluis)code', 'security (?:question )?answer', 'answer to (?:the|my) security question', 'codice (?:segreto|di accesso)', 'código de acesso', 'toegangscode', 'adgangskode', 'passord', 'salasana', 'jelszó', 'parol\\p{L}{0,2}', 'heslem', 'парол\\p{L}*', '(?:парольная|кодовая|секретная) фраза', 'пін(?:-?код)?', 'пин(?:-?код)?', 'κωδικός(?: πρόσβασης)?', 'mật khẩu', 'kata sandi', 'sandi', '密码', '密碼', '口令', 'パスワード', '暗証番号', '비밀번호', '암호', 'كلمة (?:السر|المرور|سر|مرور)', 'الرقم السري', 'رمز عبور', 'گذرواژه', 'סיסמה', 'पासवर्ड', 'पिन',
  'pin(?:[ -]?(?:code|number))?', 'secret(?:[ _-]?key)?', '(?:api|app|access|auth(?:entication|orization)?|bearer|session|refresh|client|private|secret|encryption|signing|license|deploy)[ _-]?(?:key|token|secret|password)', 'token',
  '(?:wi-?fi|wlan|recovery|backup|security|access|door|gate|alarm|safe|locker|unlock|verification|login|2fa|otp|one[ -]time|2fa backup)[ -]?(?:codes?|key|pin|combination|password|passwort)', 'cvv2?', 'cvc', 'login',
]);
/** Such words in scripts without blanks, where no border stands before them. */
const ASIAN_SECRET = '密码|密碼|口令|パスワード|暗証番号|비밀번호|암호';
/** "for the wifi", "zu meinem Konto": what the secret belongs to. */
const OBJECT = String.raw`(?:\s+(?:for|to|of|on|at|zu[rm]?|für|fürs|vom|ins|de|du|del|della|dello|do|da|dos|das|au|aux|do|dla|od|k|ke|til|för|для|от|к|на|في|pour|para|per|voor)\s+[^\s:=]{1,30}(?:\s+[^\s:=]{1,30}){0,2}?)?`;
const IS = anyOf(['(?:(?:was|is|has been|got) )?(?:set|changed|reset|updated) to', 'is(?: now| still)?', 'was', 'are', 'ist', 'war', 'lautet', 'es', 'est', 'è', 'é', 'foi', 'jest', 'to', 'är', 'er', 'on', 'je', 'is:', 'это', 'هي', 'هو', 'है', 'là', 'adalah', 'equals', 'will be', 'to be']);
const VALUE = String.raw`(?<quote>["'“”‘«\x60]?)(?<found>[^\s"'“”‘’«»\x60]{4,128})`;

/** What follows such words in ordinary sentences. */
const ORDINARY = new Set(`the a an my your his her our their its this that these those not too very so as in on at for to of from with by and or but if
required wrong incorrect correct expired invalid valid stored safe secure insecure important protected missing hard easy strong weak reset changed being always never now still
out here there gone forgotten lost known unknown unsafe leaked stolen compromised hidden hashed encrypted needed necessary optional empty blank null undefined none true false string number
yes what where when why who how which different same new old good bad better best worse enough ready set saved kept shared sent given simple complex long short required. policy manager
inválido inválida incorrecta incorrecto correcta falsch richtig geheim sicher unsicher abgelaufen vergessen lang kurz incorrect expiré invalide faux secret secreto scaduto sbagliata errata
rotated used only just also probably maybe coming due scheduled available working broken public private confidential sensitive case-sensitive alphanumeric numeric unique random`.split(/\s+/));
const ALGORITHM = /^(?:sha-?\d+|md5|base\d+|bcrypt|scrypt|argon2\w*|oauth2?|utf-?\d+|aes-?\d+|rsa-?\d+|http2?|web\d|v\d+|x\d+|[a-z]+\.(?:com|org|net|js|ts|py|md|txt)|@?[\w./-]+@[~^]?\d+(?:\.\d+)*)$/i;

const bare = (value: string): string => value.replace(/[.,;:!?)\]}]+$/, '');

/** After a colon or an equals sign nearly everything is meant as the secret. */
const isNamed = (found: string): boolean => {
  const value = bare(found);
  return value.length >= 4 && !ORDINARY.has(value.toLowerCase()) && !ALGORITHM.test(value) && !/^(?:\*+|x+|\.+|<.*>|\$?\{.*\}|\$\(.*|process\.env.*|\[.*\])$/i.test(value);
};
/** After "is" it must look made up: a digit or a mark inside, or capitals within. */
const looksMadeUp = (found: string): boolean => {
  const value = bare(found);
  return isNamed(found) && (/\d/.test(value) || /[^\p{L}\p{N}'’-]/u.test(value) || /\p{Ll}\p{Lu}/u.test(value)) && !/^\d{1,2}[:.]\d{2}$|^(?:19|20)\d\d$/.test(value);
};
/** "my password is swordfish.": somebody's own, and the sentence ends there. */
const isOwn = (found: string, before: string, after: string): boolean =>
  isNamed(found) && (looksMadeUp(found) || (/(?:^|[^\p{L}])(?:my|our|mein\w*|mon|notre|mi|nuestra|minha|la mia|mijn|мой|我的)\s[^.!?]{0,60}$/iu.test(before) && (/[.!?,;]$/.test(found) || /^["'”’»\x60]?\s*(?:[.!?,;]|$)/.test(after))));
const mixed = (found: string): boolean => {
  const value = bare(found);
  return value.length >= 6 && /\p{L}/u.test(value) && /\d/.test(value) && !ALGORITHM.test(value) && !/^\d+(?:st|nd|rd|th|s|h|k|m|px|ms|mb|gb|kb)$/i.test(value) && !/^[A-Z]{1,4}-?\d{1,5}$/.test(value) && !/:\/\//.test(value);
};

/** Capitals, small letters, digits and a mark that neither an address nor a name of a variable has. */
const looksStrong = (found: string): boolean => {
  const value = bare(found);
  return value.length >= 8 && /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\d/.test(value) && /[!#$%&*?^~_+]/.test(value) && !/[@/\\=<>()[\]{}|:;,]/.test(value) && !/^[\p{L}_]+_\d+$/u.test(value);
};

/** What is said of passwords rather than in one. */
const ABOUT_PASSWORDS = /(?<!\p{L})(?:the|must|should|shall|minimum|least|characters?|letters?|digits?|zeichen|field|reset|change[ds]?|set|see|ask|not|required|optional|unknown|empty|same|your|my|with|from|for|and|use|has|was|will|can)(?!\p{L})/iu;

/** Words of a mnemonic that restores a wallet or a vault. */
const SEED = String.raw`(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}`;

/** Passwords and codes by the words around them, keys and tokens by their own shape. */
export const credentialDetectors: readonly Detector[] = [
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}${OBJECT}\\s*(?:(?:${IS}\\s*)?[:=]|:=|=>|是|は)\\s*${VALUE}`, 'dgiu'), accept: isNamed },
  { type: 'credential', pattern: new RegExp(`${START}pass\\s*[:=]\\s*${VALUE}`, 'dgiu'), accept: looksMadeUp },
  { type: 'credential', pattern: new RegExp(`${START}(?:user|login|root|admin)(?:\\s+[^\\s]{1,30}){0,2}\\s+pass\\s+${VALUE}`, 'dgiu'), accept: mixed },
  { type: 'credential', pattern: new RegExp(`${START}pass(?:word|phrase|wort)\\s*[:=]\\s*(?<found>\\p{Ll}{3,12}(?:[ -]\\p{Ll}{3,12}){2,6})\\s*$`, 'dgiu'), accept: (found) => !ABOUT_PASSWORDS.test(found) },
  // Some words between: whose it is and for what.
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}(?:\\s+[\\p{L}'’-]{1,14}){0,3}\\s*(?:[:=]|->|→|=>|\\s${IS}\\s)\\s*${VALUE}`, 'dgiu'), accept: (found) => mixed(found) || (looksMadeUp(found) && /[^\p{L}\d\s.,:/'’-]/u.test(bare(found))) },
  { type: 'credential', pattern: new RegExp(`(?:${ASIAN_SECRET})(?:是|为|為|は|는|은|:|：)\\s*${VALUE}`, 'dgiu'), accept: (found) => /[\x21-\x7e]{4}/.test(found) },
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}${OBJECT}\\s+${IS}\\s+${VALUE}`, 'dgiu'), accept: isOwn },
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}${OBJECT}\\s+(?:${IS}\\s+)?(?<found>\\d{4,8})${END}`, 'dgiu'), accept: (found, before, after) => /(?:(?:pin(?:[ -]?(?:code|number))?|code|cvv2?|cvc|combination)\s*(?:is|ist|es|est)?|(?<!\p{L})(?:pin|пин)\s+(?:\p{L}{2,12}\s+){1,3})\s*$/iu.test(before) && !/^\s*(?:items?|people|users?|times|lines?|years?|\p{Sc}|%)/u.test(after) },
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}\\s+${VALUE}`, 'dgiu'), accept: mixed },
  // Whose network or door it is may be said in many words.
  { type: 'credential', needsDigit: true, pattern: new RegExp(`(?:${START}(?:wi-?fi|wlan|router|hotspot|${SECRET_WORD})|${ASIAN_SECRET}|비번)[^.!?\\n]{0,40}?(?<![\\p{Script=Latin}\\p{N}])(?<found>[\\x21-\\x7e]{8,64})`, 'dgiu'), accept: looksStrong },
  // Variables: DB_PASSWORD="…", export AWS_SECRET_ACCESS_KEY=…
  { type: 'credential', pattern: new RegExp(`${START}[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY)[A-Z0-9_]{0,40}["']?\\s*[=:]\\s*${VALUE}`, 'dgiu'), accept: isNamed },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])(?:bearer|basic)\s+(?<found>[A-Za-z0-9._~+/-]{16,2000}=*)/dgiu, accept: (found) => /\d/.test(found) },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,64}:[^\s@/]{1,128}@[^\s/]{1,253}/dgiu },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])(?:sk|pk|rk)[-_](?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{16,250}/dgu },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255}|glpat-[A-Za-z0-9_-]{20,64}|xox[abeprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{10,250}|hf_[A-Za-z0-9]{20,64}|npm_[A-Za-z0-9]{30,64}|pypi-[A-Za-z0-9_-]{16,250}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,40}|ya29\.[A-Za-z0-9_-]{20,250}|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}|dop_v1_[a-f0-9]{40,64}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,40}|\d{8,10}:[A-Za-z0-9_-]{35}|AGE-SECRET-KEY-1[A-Z0-9]{40,70}|eyJ[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,400})/dgu },
  { type: 'credential', needsDigit: true, pattern: new RegExp(`${START}(?:safe|lock|locker|padlock|vault|gate|garage|alarm|tresor|schloss|caja fuerte|coffre|cassaforte|cofre|сейф)(?: \\p{L}{1,12}){0,3}? (?:opens? with|combination|code|combo|kombination|combinación|combinaison|combinazione|код)(?: is| ist| es| est|:)? (?<found>\\d{1,4}(?:[ -]\\d{1,4}){1,4}|\\d{3,8})${END}`, 'dgiu') },
  { type: 'credential', needsDigit: true, pattern: new RegExp(`${START}(?:one[ -]time|verification|login|security|2fa|sms|otp|auth(?:entication)?|bestätigungs|tan)[ -]?(?:code|passcode|pin)?(?: is| ist|:)? (?<found>\\d{3}[ -]?\\d{3})${END}`, 'dgiu') },
  { type: 'credential', needsDigit: true, pattern: new RegExp(`${START}(?:log ?in|credentials?|user(?:name)?|account|zugang|acceso|accès)(?:\\s+\\p{L}{2,12}){0,2}\\s*(?:is|are|:|=|ist|es)\\s*[^\\s/]{2,40}\\s?[/|]\\s?(?<found>[^\\s/]{4,64})(?!\\S)`, 'dgiu'), accept: looksMadeUp },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])(?:[5KL][1-9A-HJ-NP-Za-km-z]{50,51}|xprv[1-9A-HJ-NP-Za-km-z]{100,112}|nsec1[02-9ac-hj-np-z]{58})(?![\p{L}\p{N}])/dgu },
  { type: 'credential', pattern: /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[^-]{0,8000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/dg },
  { type: 'credential', pattern: new RegExp(`${START}(?:seed|recovery|mnemonic|backup|secret)\\s+(?:phrase|words?|key)\\s*(?:is|are|:|=)*\\s*(?<found>${SEED})`, 'dgiu') },
];
