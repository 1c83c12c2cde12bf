/** What kind of answer a question wants; a text that holds such a thing is likelier to be the answer. */
export const ANSWERS = ['time', 'place', 'reason', 'feeling', 'duration', 'advice'] as const;
export type AnswerKind = (typeof ANSWERS)[number];

const QUESTION: Record<AnswerKind, RegExp> = {
  time: /^(?:\W*\p{L}+\W+)?when\b|\bdates?\b|\bwhat (?:day|month|year)\b|\bhow long\b/iu,
  place: /\bwhere\b|\bplaces?\b|\bcit(?:y|ies)\b|\bcountr(?:y|ies)\b|\blocations?\b/iu,
  reason: /\bwhy\b|\breasons?\b|\binspired?\b|\bmotivat/iu,
  feeling: /\bfeel(?:ings?)?\b|\bemotions?\b|\breact(?:ion|ed)?\b|\bthinks? about\b/iu,
  duration: /\bhow long\b|\byears\b|\bduration\b/iu,
  advice: /\badvice\b|\bsuggest|\brecommend|\btips?\b|\bencourag|\boffer/iu,
};

const SAID: Record<AnswerKind, RegExp> = {
  time: /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|weeks?|weekends?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|morning|recently|just|since|soon|summer|winter|spring|fall|19\d\d|20\d\d)\b/iu,
  place: /\b(?:in|at|to|from|near|around|visit(?:ed|ing)?)\s+(?:the\s+|a\s+|my\s+|our\s+)?(?:\p{Lu}\p{Ll}+|(?:park|beach|store|home|house|gym|mountains?|city|town|country|school|college|church|museum|cafe|restaurant|hospital|lake|forest|center|shop|work|office|library|studio)\b)/u,
  reason: /\b(?:because|cause|since|so that|in order|to (?:help|make|get|be|see|show|give|find|keep|spread|raise|build|create)|helps?|reason|why|inspired|wanted|motivat\w*)\b/iu,
  feeling: /\b(?:feel|felt|feeling|happy|glad|sad|proud|excited|amazing|awesome|grateful|thankful|scar(?:ed|y)|nervous|upset|hurt|relieved|relaxed|calm(?:ing)?|loved?|enjoy|inspir(?:ed|ing)|motivated|anxious|tough|stressed|disappointed|frustrat\w*|overwhelm\w*|lucky|fun|great|peaceful|special|emotional|joy|thrilled|stoked|embarrass\w*|worried|guilty|lonely|fulfill\w*|reward\w*)\b/iu,
  duration: /\b(?:for|since|about|over|almost|been)\s+(?:\w+\s+){0,3}(?:years?|months?|weeks?|days?|hours?|minutes?|decades?)\b|\byears?\b|\bmonths?\b/iu,
  advice: /\b(?:try|recommend|suggest|should|could|maybe|how about|have you|consider|check out|don't forget|make sure)\b/iu,
};

/** Kinds of answer a question asks for; none for most. */
export const answersAsked = (question: string): AnswerKind[] => ANSWERS.filter((kind) => QUESTION[kind].test(question));

/** Whether a text holds an answer of a kind. */
export const holds = (text: string, kind: AnswerKind): boolean => SAID[kind].test(text);
