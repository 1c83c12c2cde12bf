import { credentialDetectors } from './credentials.ts';
import { END, START, type Detector } from './detector.ts';
import { documentDetectors } from './identity-documents.ts';
import { numberDetectors } from './numbers.ts';
import { placeDetectors } from './places.ts';

const AT = String.raw`\s*(?:\(at\)|\[at\]|\{at\}|<at>|\s+at\s+|@)\s*`;
const DOT = String.raw`\s*(?:\(dot\)|\[dot\]|\{dot\}|<dot>|\s+dot\s+|\(punkt\)|\[punkt\]|\.)\s*`;

const mailDetectors: readonly Detector[] = [
  { type: 'e-mail', pattern: /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}/dgu },
  // Spelled so that machines should not read it.
  { type: 'e-mail', pattern: new RegExp(`${START}[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]{0,63}${AT}[\\p{L}\\p{N}-]{1,63}(?:${DOT}[\\p{L}\\p{N}-]{2,24}){1,3}${END}`, 'dgiu'),
    accept: (found) => /[([{<](?:at|dot|punkt)[)\]}>]/i.test(found) || /\sat\s[^.]*\sdot\s/i.test(found) },
];

/** All of them, the surest first. */
export const DETECTORS: readonly Detector[] = [...mailDetectors, ...numberDetectors, ...documentDetectors, ...credentialDetectors, ...placeDetectors];
