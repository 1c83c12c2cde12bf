/** Markup that plays another speaker, a tool or a way out; all quantifiers are bounded. */
export interface Shape {
  reason: string;
  pattern: RegExp;
  /** Chance that a text with it is an attack, alone. */
  weight: number;
}

const forged = 'forged role or message markup';
const tool = 'forged tool call';
export const shapes: readonly Shape[] = [
  // Control tokens of model templates have no use in a text for people.
  { reason: forged, pattern: /<\|\s?(?:im_start|im_end|system|user|assistant|developer|end|endoftext|eot_id|start_header_id|begin_of_text)\s?\|>/i, weight: 0.6 },
  { reason: forged, pattern: /\[\/?INST\]|<<\/?SYS>>/, weight: 0.6 },
  { reason: forged, pattern: /"role"\s{0,3}:\s{0,3}"(?:system|developer|assistant|tool)"/i, weight: 0.3 },
  // Headings of prompt templates stand in ordinary notes too.
  { reason: forged, pattern: /^\s{0,3}#{1,5}\s{0,3}(?:system|new instructions?|instruction|assistant|human)\s{0,3}:/im, weight: 0.4 },
  { reason: forged, pattern: /^\s{0,3}(?:system|developer)\s{0,3}(?:message|prompt)?\s{0,3}:\s{0,3}(?:you (?:are|will|must|should|now|obey)|ignore|override|new|from now|always|never|do not)/im, weight: 0.6 },
  { reason: forged, pattern: /<\/?(?:system|assistant|user_data|system[-_]prompt|admin|developer)\b[^<>]{0,80}>/i, weight: 0.5 },
  { reason: forged, pattern: /(?:-{3,}|={3,}|\*{3,})\s{0,3}(?:end|begin|start) of (?:the )?(?:document|prompt|context|user input|data|memory|memories|system)/i, weight: 0.4 },
  { reason: forged, pattern: /<(?:important|urgent|override|instruction)>/i, weight: 0.3 },
  { reason: forged, pattern: /\bEND OF (?:USER|THE USER'?S?|UNTRUSTED|EXTERNAL) (?:DATA|INPUT|MESSAGE|CONTENT)|\bSYSTEM: ?[a-z]{3,12} (?:the|all|every)\b/, weight: 0.45 },
  // Where keys lie on a machine.
  { reason: 'names a place of keys', pattern: /~\/\.(?:ssh|aws|gnupg)\b|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)|\bos\.environ\b/, weight: 0.2 },
  { reason: forged, pattern: /```\s?system\b|\[system\]\s?\(/i, weight: 0.45 },
  // A model that reads its own consent tends to go on with it.
  { reason: forged, pattern: /\bassistant\s{0,2}:\s{0,2}(?:sure|ok|okay|yes|of course|certainly|understood)\b/i, weight: 0.35 },
  { reason: 'sets earlier instructions aside', pattern: /\b(?:ignore|disregard|forget)\s{1,3}(?:all\s{1,3})?(?:the\s{1,3})?(?:previous|prior|above|earlier)\s{0,3}(?:[.!;:]|and\b|$)/im, weight: 0.5 },
  { reason: 'command that runs foreign code', pattern: /\brm\s{1,3}-[rf]{1,3}\s/, weight: 0.25 },
  { reason: tool, pattern: /<\/?(?:tool_call|tool_use|function_calls?|invoke|tool_result|function_results?)\b[^<>]{0,80}>/i, weight: 0.6 },
  { reason: tool, pattern: /"(?:tool|tool_name|function|function_name|action)"\s{0,3}:\s{0,3}"[\w.:-]{1,60}"\s{0,3},\s{0,3}"(?:arguments|args|parameters|params|input|action_input)"\s{0,3}:/i, weight: 0.55 },
  { reason: tool, pattern: /"name"\s{0,3}:\s{0,3}"[\w.:-]{1,60}"\s{0,3},\s{0,3}"(?:arguments|parameters|input)"\s{0,3}:/i, weight: 0.4 },
  { reason: tool, pattern: /\b(?:call|run|invoke|execute)\s{1,3}`?[a-z]{3,20}_[a-z_]{2,30}\b/i, weight: 0.35 },
  { reason: 'command that runs foreign code', pattern: /(?:curl|wget)\s[^\n|]{1,160}\|\s{0,3}(?:sudo )?(?:ba|z)?sh\b/i, weight: 0.3 },
  // The address of a picture is fetched by showing it, with what was put into the placeholder.
  { reason: 'picture that carries data out', pattern: /!\[[^\]\n]{0,120}\]\(\s?[a-z]{2,6}:\/\/[^)\s]{1,300}[{[<$%][^)\n]{0,200}\)/i, weight: 0.7 },
  // A placeholder to be filled in by the reader: words in capitals, or a name in brackets before a domain.
  { reason: 'picture that carries data out', pattern: /!\[[^\]\n]{0,120}\]\(\s?[a-z]{2,6}:\/\/[^)\s]{1,300}=[A-Z]{2,20}(?:_[A-Z]{2,20}){1,5}[^)\n]{0,200}\)/, weight: 0.6 },
  { reason: 'address that carries data out', pattern: /(?:<[^<>\n/=]{2,40}>|\{[\w .]{2,40}\}|\[[\w ]{2,40}\])\.[a-z\d-]{2,63}\.[a-z]{2,24}\b/, weight: 0.55 },
  { reason: 'picture that carries data out', pattern: /<img\b[^<>]{0,200}src\s{0,2}=[^<>]{1,300}[?&][a-z_]{1,20}=\s?[{[$]/i, weight: 0.7 },
];
