import { anyOf, END, START, type Detector } from './detector.ts';

const SECRET_WORD = anyOf([
  'pass(?:word|wort|wd|phrase|code|key)', 'p[4@]ssw[o0]rd', 'pwd', 'pw', 'contraseña', 'clave(?: secreta)?', 'mot de passe', 'mdp', 'senha', 'palavra-passe', 'parola d[\'’]ordine', 'wachtwoord', 'lösenord', 'hasło', 'heslo', 'şifre', 'parola',
  'пароль', '密码', '密碼', 'パスワード', '비밀번호', 'كلمة (?:السر|المرور)', 'סיסמה', 'पासवर्ड',
  'pin(?:[ -]?(?:code|number))?', 'secret(?:[ _-]?key)?', '(?:api|app|access|auth(?:entication|orization)?|bearer|session|refresh|client|private|secret|encryption|signing|license|deploy)[ _-]?(?:key|token|secret|password)', 'token',
  '(?:wi-?fi|wlan|recovery|backup|security|access|door|gate|alarm|safe|locker|unlock|verification|login|2fa|otp|one[ -]time)[ -]?(?:code|key|pin|combination|password|passwort)', 'cvv2?', 'cvc', 'login',
]);
/** "for the wifi", "zu meinem Konto": what the secret belongs to. */
const OBJECT = String.raw`(?:\s+(?:for|to|of|on|at|zu[rm]?|für|vom|de|du|del|da|pour|para|per|voor)\s+[^\s:=]{1,30}(?:\s+[^\s:=]{1,30}){0,2}?)?`;
const IS = anyOf(['(?:(?:was|is|has been|got) )?(?:set|changed|reset|updated) to', 'is(?: now| still)?', 'was', 'are', 'ist', 'war', 'lautet', 'es', 'est', 'è', 'é', 'foi', 'jest', 'är', 'equals', 'will be', 'to be']);
const VALUE = String.raw`(?<quote>["'“”‘«\x60]?)(?<found>[^\s"'“”‘’«»\x60]{4,128})`;

/** What follows such words in ordinary sentences. */
const ORDINARY = new Set(`the a an my your his her our their its this that these those not too very so as in on at for to of from with by and or but if
required wrong incorrect correct expired invalid valid stored safe secure insecure important protected missing hard easy strong weak reset changed being always never now still
out here there gone forgotten lost known unknown unsafe leaked stolen compromised hidden hashed encrypted needed necessary optional empty blank null undefined none true false string number
yes what where when why who how which different same new old good bad better best worse enough ready set saved kept shared sent given simple complex long short required. policy manager
inválido inválida incorrecta incorrecto correcta falsch richtig geheim sicher unsicher abgelaufen vergessen lang kurz incorrect expiré invalide faux secret secreto scaduto sbagliata errata
rotated used only just also probably maybe coming due scheduled available working broken public private confidential sensitive case-sensitive alphanumeric numeric unique random`.split(/\s+/));
const ALGORITHM = /^(?:sha-?\d+|md5|base\d+|bcrypt|scrypt|argon2\w*|oauth2?|utf-?\d+|aes-?\d+|rsa-?\d+|http2?|web\d|v\d+|x\d+|[a-z]+\.(?:com|org|net|js|ts|py|md|txt))$/i;

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

/** Words of a mnemonic that restores a wallet or a vault. */
const SEED = String.raw`(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}`;

/** Passwords and codes by the words around them, keys and tokens by their own shape. */
export const credentialDetectors: readonly Detector[] = [
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}${OBJECT}\\s*(?:(?:${IS}\\s*)?[:=]|:=|=>|是|は)\\s*${VALUE}`, 'dgiu'), accept: isNamed },
  { type: 'credential', pattern: new RegExp(`${START}pass\\s*[:=]\\s*${VALUE}`, 'dgiu'), accept: looksMadeUp },
  { type: 'credential', pattern: new RegExp(`${SECRET_WORD}(?:是|は|:)\\s*${VALUE}`, 'dgiu'), accept: isNamed },
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}${OBJECT}\\s+${IS}\\s+${VALUE}`, 'dgiu'), accept: isOwn },
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}${OBJECT}\\s+(?:${IS}\\s+)?(?<found>\\d{4,8})${END}`, 'dgiu'), accept: (found, before, after) => /(?:pin(?:[ -]?(?:code|number))?|code|cvv2?|cvc|combination)\s*(?:is|ist|es|est)?\s*$/i.test(before) && !/^\s*(?:items?|people|users?|times|lines?|years?|\p{Sc}|%)/u.test(after) },
  { type: 'credential', pattern: new RegExp(`${START}${SECRET_WORD}\\s+${VALUE}`, 'dgiu'), accept: mixed },
  // Variables: DB_PASSWORD="…", export AWS_SECRET_ACCESS_KEY=…
  { type: 'credential', pattern: new RegExp(`${START}[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY)[A-Z0-9_]{0,40}["']?\\s*[=:]\\s*${VALUE}`, 'dgiu'), accept: isNamed },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])(?:bearer|basic)\s+(?<found>[A-Za-z0-9._~+/-]{16,2000}=*)/dgiu, accept: (found) => /\d/.test(found) },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,64}:[^\s@/]{1,128}@[^\s/]{1,253}/dgiu },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])(?:sk|pk|rk)[-_](?=[A-Za-z_-]{0,60}\d)[A-Za-z0-9_-]{16,250}/dgu },
  { type: 'credential', pattern: /(?<![\p{L}\p{N}])(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255}|glpat-[A-Za-z0-9_-]{20,64}|xox[abeprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{10,250}|hf_[A-Za-z0-9]{20,64}|npm_[A-Za-z0-9]{30,64}|pypi-[A-Za-z0-9_-]{16,250}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,40}|ya29\.[A-Za-z0-9_-]{20,250}|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}|dop_v1_[a-f0-9]{40,64}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,40}|\d{8,10}:[A-Za-z0-9_-]{35}|AGE-SECRET-KEY-1[A-Z0-9]{40,70}|eyJ[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,400})/dgu },
  { type: 'credential', pattern: /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[^-]{0,8000}-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/dg },
  { type: 'credential', pattern: new RegExp(`${START}(?:seed|recovery|mnemonic|backup|secret)\\s+(?:phrase|words?|key)\\s*(?:is|are|:|=)*\\s*(?<found>${SEED})`, 'dgiu') },
];
