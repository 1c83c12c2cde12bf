import { credentialDetectors } from './credentials.ts';
import { END, START, type Detector } from './detector.ts';
import { documentDetectors } from './identity-documents.ts';
import { numberDetectors } from './numbers.ts';
import { lifeDetectors } from './life.ts';
import { nameDetectors } from './names.ts';
import { nationalDetectors } from './national-numbers.ts';
import { placeDetectors } from './places.ts';
import { traceDetectors } from './traces.ts';

const AT_WORDS = 'at|ät|arroba|arobas?e?|chiocciola|apenstaartje|kukac|małpa|zavináč|snabel-?a|krøllalfa|miukumauku|собака|собачка|равлик|klammeraffe';
const DOT_WORDS = 'dot|d0t|punkt|point|punto|ponto|kropka|точка|крапка|tečka|bodka|nokta|piste|stip|pont|titik|chấm';
const AT = String.raw`(?:\s*[([{<_-]\s*(?:${AT_WORDS}|a|@)\s*[)\]}>_-]\s*|\s+(?:${AT_WORDS})\s+|\s*@\s*)`;
const DOT = String.raw`(?:\s*[([{<_-]\s*(?:${DOT_WORDS})\s*[)\]}>_-]\s*|\s+(?:${DOT_WORDS})\s+|\s*\.\s*)`;
const SPELLED_AT = new RegExp(`[([{<_](?:${AT_WORDS}|a)[)\\]}>_]|[([{<_](?:${DOT_WORDS})[)\\]}>_]`, 'iu');
const SPELLED_BOTH = new RegExp(`\\s(?:${AT_WORDS})\\s[^]*\\s(?:${DOT_WORDS})\\s`, 'iu');
/** Before an address: then a spelled at alone is enough. */
const MAIL_WORD = /(?:e-?mail|mail|correo|courriel|почт\p{L}*|пишите|write|reach|contact|adresse?|address)[^.!?]{0,30}$/iu;

const mailDetectors: readonly Detector[] = [
  { type: 'e-mail', pattern: /[\p{L}\p{N}][\p{L}\p{N}._+-]{0,63}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}/dgu, accept: (found, _before, after) => !/^git@/.test(found) && !/^:[\w~-]+\//.test(after) },
  // Spelled so that machines should not read it.
  { type: 'e-mail', pattern: new RegExp(`${START}[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]{0,40}(?:\\s(?:${DOT_WORDS})\\s[\\p{L}\\p{N}._+-]{1,40}){0,2}${AT}[\\p{L}\\p{N}-]{1,63}(?:${DOT}[\\p{L}\\p{N}-]{2,24}){1,3}${END}`, 'dgiu'),
    accept: (found, before) => SPELLED_AT.test(found) || SPELLED_BOTH.test(found) || /\S\s*@\s*\S+\s*(?:\s\p{L}+\s|[([{<])/u.test(found) || (MAIL_WORD.test(before) && new RegExp(`\\s(?!at\\s)(?:${AT_WORDS})\\s`, 'iu').test(found)) },
];

/** All of them, the surest first. */
export const DETECTORS: readonly Detector[] = [...mailDetectors, ...numberDetectors, ...documentDetectors, ...credentialDetectors, ...nationalDetectors, ...traceDetectors, ...placeDetectors, ...lifeDetectors, ...nameDetectors];
