import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of every sort for counting tokens: prose, code, CJK, other scripts, emoji, JSON, and mixtures. Seeded, so that they are the same on every run. */

const ROOT = join(import.meta.dirname, '..', '..');

const WIDE_SENTENCES = [
  '明天上午十点我们在会议室讨论新版本的发布计划,请大家提前准备好自己的进度报告。', '数据库连接失败,原因是防火墙阻止了五四三二端口。', '我更喜欢用深色主题,因为晚上看屏幕不刺眼。',
  '她上周搬到了杭州,住在西湖附近的一间小公寓里。', '这个函数返回一个空列表,而不是抛出异常。', '我们决定把缓存时间改成三十分钟,先观察一个星期。', '请记住:我的生日是七月十九日。',
  '昨日の打ち合わせで、リリース日を来月の五日に延期することに決めました。', 'サーバーのログを確認したところ、メモリ不足のエラーが三回発生していました。', '朝はいつもコーヒーを飲みながらニュースを読みます。',
  'この関数は引数が空のときに例外を投げるので注意してください。', '京都に住んでいる姉が、来週遊びに来る予定です。', 'データベースの移行は無事に終わりました。ありがとうございます。',
  '내일 오후 세 시에 회의실에서 새로운 기능에 대해 이야기합시다.', '서버가 응답하지 않아서 설정 파일을 다시 확인했습니다.', '저는 매운 음식을 좋아하지만 너무 짠 것은 못 먹어요.', '결제 모듈을 먼저 고치고 나서 배포하기로 결정했습니다.',
];
const SCRIPT_SENTENCES = [
  'Мы решили перенести встречу на следующую пятницу, потому что отчёт ещё не готов.', 'Ошибка возникает при попытке открыть файл конфигурации.', 'Она живёт в Санкт-Петербурге и работает переводчицей.',
  'قررنا تأجيل الاجتماع إلى يوم الخميس القادم بسبب السفر.', 'أحب القهوة بدون سكر في الصباح الباكر.', 'Αποφασίσαμε να αλλάξουμε τη βάση δεδομένων τον επόμενο μήνα.', 'हमने अगले सोमवार को नई योजना शुरू करने का फैसला किया है।',
  'החלטנו לדחות את הפגישה ליום שלישי הבא.', 'เราตัดสินใจเลื่อนการประชุมไปสัปดาห์หน้า', 'Ми вирішили перенести сервер до іншого дата-центру.',
];
const ACCENTED_SENTENCES = [
  'Wir haben beschlossen, die Veröffentlichung auf nächsten Dienstag zu verschieben, weil die Prüfung länger dauert.', 'Größere Änderungen müssen vorher schriftlich bestätigt werden.',
  'Nous avons décidé de reporter la réunion à jeudi prochain, car le rapport n’est pas encore terminé.', 'La contraseña del servidor cambió ayer y nadie avisó al equipo de guardia.',
  'Não consigo abrir o ficheiro de configuração porque falta uma vírgula.', 'Zdecydowaliśmy się przenieść bazę danych na nowy serwer w przyszłym miesiącu.', 'Toplantıyı gelecek haftaya ertelemeye karar verdik çünkü rapor hazır değil.',
  'Chúng tôi quyết định dời cuộc họp sang thứ năm tuần sau.', 'Vi bestämde oss för att flytta mötet till nästa vecka.', 'Rozhodli jsme se přesunout schůzku na příští týden.',
];
const EMOJI = ['😀', '🎉', '🚀', '👍🏽', '👨‍👩‍👧‍👦', '❤️', '🔥', '✅', '🐛', '📦', '🇩🇪', '🧪', '☕️', '🌧️', '🤷‍♀️', '💡', '⚠️', '🍎'];
const CHATTER = ['ship it', 'that broke again', 'thank you so much', 'on my way', 'see you at the station', 'tests are green', 'who is on call?', 'great news', 'not today', 'look at the last build'];

export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const files = (folder: string, ext: string): string[] => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith(ext) && !name.includes('node_modules')).sort().map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));

const names = (languages: readonly string[]): string[] => languages.flatMap((language) => {
  const of = new Intl.DisplayNames(language, { type: 'region' });
  return ['DE', 'FR', 'JP', 'CN', 'KR', 'BR', 'IN', 'RU', 'EG', 'GR', 'IL', 'TH', 'VN', 'SE', 'PL', 'TR', 'MX', 'ZA', 'NZ', 'CA', 'CH', 'AT', 'NO', 'FI', 'PT'].map((region) => of.of(region)!);
});

export interface MixedText {
  sort: 'prose' | 'code' | 'wide' | 'script' | 'accented' | 'emoji' | 'json' | 'mixed';
  text: string;
}

const SORTS = ['prose', 'prose', 'prose', 'code', 'code', 'wide', 'script', 'accented', 'emoji', 'json', 'json', 'mixed'] as const;

export function mixedTexts(count: number, seed = 1): MixedText[] {
  const chance = random(seed);
  const whole = (n: number) => Math.floor(chance() * n);
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)]!;
  const prose = [...files('docs', '.md'), readFileSync(join(ROOT, 'README.md'), 'utf8'), ...files('test/recall/sets', '.json').map((text) => [...text.matchAll(/"text":\s*"([^"\\]{20,})"/g)].map((match) => match[1]).join('\n'))];
  const code = files('engine', '.ts');
  const documents = files('test/recall/sets', '.json').map((text) => JSON.parse(text) as { memories: object[] });
  const cut = (text: string, chars: number) => {
    const at = whole(Math.max(1, text.length - chars));
    return text.slice(at, at + chars).toWellFormed();
  };
  const several = (list: readonly string[], between: string) => Array.from({ length: 1 + whole(6) }, () => pick(list)).join(between);
  const places = { wide: names(['zh', 'ja', 'ko']), script: names(['ru', 'ar', 'el', 'hi', 'he', 'th', 'uk']), accented: names(['de', 'fr', 'es', 'pl', 'tr', 'vi', 'cs']) };
  const makers: Record<MixedText['sort'], () => string> = {
    prose: () => cut(pick(prose), 80 + whole(1500)),
    code: () => cut(pick(code), 120 + whole(1800)),
    wide: () => `${several(WIDE_SENTENCES, '')}${chance() < 0.4 ? several(places.wide, '、') : ''}`,
    script: () => `${several(SCRIPT_SENTENCES, ' ')}${chance() < 0.4 ? ` ${several(places.script, ', ')}` : ''}`,
    accented: () => `${several(ACCENTED_SENTENCES, ' ')}${chance() < 0.4 ? ` ${several(places.accented, ', ')}` : ''}`,
    emoji: () => Array.from({ length: 2 + whole(6) }, () => `${pick(CHATTER)} ${pick(EMOJI)}${chance() < 0.3 ? pick(EMOJI) : ''}`).join(chance() < 0.5 ? ' ' : '\n'),
    json: () => JSON.stringify(Array.from({ length: 1 + whole(5) }, () => ({ ...pick(pick(documents).memories), at: 1_600_000_000_000 + whole(1e11), score: chance() })), null, chance() < 0.5 ? 2 : 0),
    mixed: () => [makers.prose(), makers.code(), makers.emoji(), makers.wide(), makers.json()].filter(() => chance() < 0.6).join('\n\n') || makers.prose(),
  };
  return Array.from({ length: count }, () => {
    const sort = pick(SORTS);
    return { sort, text: makers[sort]() };
  });
}
