import type { SettingKey, Settings } from '../../contract/index.ts';

export type Section = 'chat' | 'remembering' | 'recall' | 'context' | 'models' | 'privacy' | 'security' | 'appearance';
export const sectionNames: Record<Section, string> = {
  chat: 'Chat', remembering: 'Remembering', recall: 'Recall', context: 'Context', models: 'Models', privacy: 'Privacy', security: 'Security', appearance: 'Appearance',
};

type Control<Value> =
  | { as: Value extends boolean ? 'switch' : never }
  | { as: Value extends string ? 'choice' : never; options: readonly { value: Value; label: string }[] }
  | { as: Value extends number ? 'range' : never; min: number; max: number; step: number; unit?: string }
  | { as: Value extends string ? 'model' | 'embedder' | 'reranker' : never }
  | { as: Value extends string[] ? 'words' : never };

interface Entry<Value> {
  section: Section;
  label: string;
  /** What the present value does, in one sentence. */
  effect: (value: Value) => string;
  control: Control<Value>;
}

const weight = (label: string, what: string): Entry<number> => ({
  section: 'recall', label,
  effect: (value) => (value === 0 ? `${what} is switched off.` : `${what} counts ${value === 1 ? 'as usual' : `${value} times as much`}.`),
  control: { as: 'range', min: 0, max: 5, step: 0.1 },
});

const share = (label: string, what: string): Entry<number> => ({
  section: 'context', label,
  effect: (value) => (value === 0 ? `No room is set aside for ${what}; it takes what others leave.` : `${Math.round(value * 100)} % of the room is set aside for ${what}; what it does not need goes to the next.`),
  control: { as: 'range', min: 0, max: 1, step: 0.01 },
});

/** Every setting with its control. A key without an entry does not compile. */
export const catalogue: { [Key in SettingKey]: Entry<Settings[Key]> } = {
  'chat.model': {
    section: 'chat', label: 'Model of new chats',
    effect: (value) => (value === 'builtin' ? 'New chats answer from memory only, without a model.' : 'New chats are answered by this model.'),
    control: { as: 'model' },
  },
  'chat.readMemory': {
    section: 'chat', label: 'Read memory in new chats',
    effect: (on) => (on ? 'Answers may draw on what is remembered.' : 'Answers know nothing from before, until you switch it on in a chat.'),
    control: { as: 'switch' },
  },
  'chat.saveMemory': {
    section: 'chat', label: 'Save memory in new chats',
    effect: (on) => (on ? 'What you say may be remembered.' : 'Nothing is remembered, until you switch it on in a chat.'),
    control: { as: 'switch' },
  },
  'remember.mode': {
    section: 'remembering', label: 'What is remembered',
    effect: (value) => (value === 'tell' ? 'Facts, preferences and decisions are saved, and every answer says which.' : 'Only what you ask for with “remember that …” or Remember.'),
    control: { as: 'choice', options: [{ value: 'tell', label: 'Save and tell me' }, { value: 'only_when_told', label: 'Only when I say so' }] },
  },
  'remember.exclude': {
    section: 'remembering', label: 'Never remember texts with',
    effect: (words) => (words.length === 0 ? 'No word is excluded.' : `Texts with ${words.length === 1 ? 'this word are' : `one of ${words.length} words are`} never remembered from conversation.`),
    control: { as: 'words' },
  },
  'forget.shelfDays': {
    section: 'remembering', label: 'Days on the shelf',
    effect: (days) => `A forgotten memory can be restored for ${days} ${days === 1 ? 'day' : 'days'}, then it is erased.`,
    control: { as: 'range', min: 1, max: 365, step: 1, unit: 'days' },
  },
  'recall.limit': {
    section: 'recall', label: 'Memories in a prompt',
    effect: (count) => `At most ${count} ${count === 1 ? 'memory goes' : 'memories go'} into a prompt, fewer when there is no room.`,
    control: { as: 'range', min: 1, max: 100, step: 1 },
  },
  'recall.weight.words': weight('Words', 'Finding by the same words'),
  'recall.weight.vectors': weight('Meaning', 'Finding by a similar meaning'),
  'recall.weight.graph': weight('Ties', 'Finding by ties to what was found'),
  'recall.weight.time': weight('Time', 'Finding by the time that was asked for'),
  'recall.weight.speaker': weight('Speaker', 'Finding what somebody named in the question said'),
  'recall.rerank': {
    section: 'recall', label: 'Order of what was found',
    effect: (value) => ({
      clues: 'Each memory found is placed by all that speaks for it: who said it, when, in which conversation, as an answer to what.',
      'cross-encoder': 'As with the clues; then a model reads the question together with each of the best thirty. It takes longer, and without the model the clues decide.',
      none: 'Memories stay in the order in which words, meaning, ties and time found them (rank fusion); only variety, set below, still moves near repeats.',
    })[value],
    control: { as: 'choice', options: [{ value: 'clues', label: 'Weigh the clues' }, { value: 'cross-encoder', label: 'Clues and a model' }, { value: 'none', label: 'Signals only' }] },
  },
  'recall.crossEncoder': {
    section: 'recall', label: 'Model that reads along',
    effect: (value) => (value === 'chat' ? 'When the order asks for a model, the one of new chats judges the best memories.' : 'When the order asks for a model, this one judges the best memories.') + ' Guarded memories go to it only where they may go in a chat.',
    control: { as: 'reranker' },
  },
  'recall.momentum': {
    section: 'recall', label: 'Follow the conversation',
    effect: (on) => (on ? 'A question like “and the second one?” is searched together with the turns before it. Questions that stand alone are not touched.' : 'Every question is searched as it stands.'),
    control: { as: 'switch' },
  },
  'recall.anticipate': {
    section: 'recall', label: 'Look ahead',
    effect: (on) => (on ? 'While an answer is written, what you may ask next is looked up already; it waits for a minute and never changes what is found.' : 'Nothing is looked up before you ask.'),
    control: { as: 'switch' },
  },
  'vectors.backend': {
    section: 'recall', label: 'Search of meanings',
    effect: (value) => ({
      auto: 'The search suits itself to the number of memories and the room there is.',
      'flat-codes': 'All meanings are compared in a short form, held in memory.',
      hnsw: 'A graph in memory answers faster over millions of memories; it takes minutes to build and much memory.',
      'sqlite-vec': 'Nothing is held in memory; searches read the vault and take longer.',
      qdrant: 'A Qdrant server, saved under Models with the name “qdrant”, gets rounded meanings without any text.',
    })[value],
    control: { as: 'choice', options: [{ value: 'auto', label: 'Automatic' }, { value: 'flat-codes', label: 'Short codes' }, { value: 'hnsw', label: 'Graph' }, { value: 'sqlite-vec', label: 'From the vault' }, { value: 'qdrant', label: 'Qdrant server' }] },
  },
  'recall.abstain': {
    section: 'recall', label: 'Say nothing rather than mislead',
    effect: (on) => (on ? 'When what you ask is told of somebody else than the person you name, the answer says so instead.' : 'The nearest memories are always returned, even when they are about somebody else.'),
    control: { as: 'switch' },
  },
  'recall.reformulate': {
    section: 'recall', label: 'Ask again when little was found',
    effect: (on) => (on ? 'A question with a poor answer is asked once more in other words: each thing it asks for by itself, and without what nothing meets.' : 'Every question is asked once, as it stands.'),
    control: { as: 'switch' },
  },
  'recall.diversity': {
    section: 'recall', label: 'Relevance against variety',
    effect: (value) => (value >= 0.99 ? 'Ranked by relevance alone; similar memories may stand together.' : value <= 0.3 ? 'Different memories first, even less fitting ones.' : 'Fitting memories first, with near repeats moved down.'),
    control: { as: 'range', min: 0, max: 1, step: 0.05 },
  },
  'context.share.working': share('Working memory', 'what the agent has in mind'),
  'context.share.soul': share('Character', 'who the agent is and whom it speaks with'),
  'context.share.recalled': share('Recalled memories', 'memories'),
  'context.share.history': share('Conversation', 'the conversation so far'),
  'context.share.schemas': share('Patterns', 'patterns that were learned'),
  'context.share.skills': share('Skills', 'how things are done'),
  'context.share.today': share('Notes of today', 'what was noted today'),
  'context.share.roster': share('Other agents', 'who else is there'),
  'context.verbatim': {
    section: 'context', label: 'Exchanges word for word',
    effect: (count) => `The newest ${count === 1 ? 'exchange goes' : `${count} exchanges go`} word for word; of older ones the key facts, decisions, errors and names of files.`,
    control: { as: 'range', min: 1, max: 50, step: 1 },
  },
  'models.facts': {
    section: 'models', label: 'What you know of models',
    effect: (lines) => (lines.length === 0 ? 'Windows and limits are taken from the provider, else from the name of the model. One line each, such as “my-model window=65536 output=8192”.' : `${lines.length === 1 ? 'One line goes' : `${lines.length} lines go`} before what is known of models by their name.`),
    control: { as: 'words' },
  },
  embedder: {
    section: 'models', label: 'Embedding model',
    effect: () => 'Decides which memories are alike in meaning. Changing it computes all vectors again in the background.',
    control: { as: 'embedder' },
  },
  'levels.model': {
    section: 'privacy', label: 'Shorten long memories with a model',
    effect: (which) => ({
      off: 'Summaries are taken out of the text, without a model.',
      local: 'While nothing else happens, the model of new chats summarises long memories, if it runs on this computer.',
      any: 'While nothing else happens, the model of new chats summarises long memories. A model outside this computer gets ordinary memories only.',
    })[which],
    control: { as: 'choice', options: [{ value: 'off', label: 'Never' }, { value: 'local', label: 'On this computer' }, { value: 'any', label: 'Any model' }] },
  },
  'privacy.sensitiveToCloud': {
    section: 'privacy', label: 'Send sensitive memories to cloud models',
    effect: (on) => (on ? 'Sensitive memories may be sent to a model outside this computer. Confidential ones never are.' : 'Only ordinary memories leave this computer; the others are held back, and the answer says how many.'),
    control: { as: 'switch' },
  },
  'security.autoLockMinutes': {
    section: 'security', label: 'Lock by itself',
    effect: (minutes) => (minutes === 0 ? 'Never locks by itself. Anyone at this computer can read everything.' : `Locks after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} without use; sleep counts.`),
    control: { as: 'range', min: 0, max: 120, step: 1, unit: 'min' },
  },
  'appearance.theme': {
    section: 'appearance', label: 'Theme',
    effect: (value) => ({ system: 'Follows the system.', light: 'Always light.', dark: 'Always dark.' })[value],
    control: { as: 'choice', options: [{ value: 'system', label: 'System' }, { value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }] },
  },
  'appearance.density': {
    section: 'appearance', label: 'Density',
    effect: (value) => (value === 'dense' ? 'More rows on a page.' : 'Rows with room around them.'),
    control: { as: 'choice', options: [{ value: 'comfortable', label: 'Comfortable' }, { value: 'dense', label: 'Dense' }] },
  },
  'appearance.motion': {
    section: 'appearance', label: 'Motion',
    effect: (value) => (value === 'none' ? 'Nothing moves.' : 'Short movements that keep your place; none when the system asks for less.'),
    control: { as: 'choice', options: [{ value: 'system', label: 'As the system says' }, { value: 'none', label: 'None' }] },
  },
};
