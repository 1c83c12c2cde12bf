import { z } from 'zod';
import { ModelFacts, ModelRef } from './model.ts';

const weight = z.number().min(0).max(5);
const share = (usual: number) => z.number().min(0).max(1).default(usual);

/**
 * Every setting, with its default. A setting exists only if something reads it; a test checks
 * that. Unknown keys are refused.
 */
export const Settings = z.strictObject({
  'appearance.theme': z.enum(['system', 'light', 'dark']).default('system'),
  'appearance.density': z.enum(['comfortable', 'dense']).default('comfortable'),
  'appearance.motion': z.enum(['system', 'none']).default('system'),
  'chat.model': ModelRef.default('builtin'),
  'chat.readMemory': z.boolean().default(true),
  'chat.saveMemory': z.boolean().default(true),
  /** Whether facts are saved from conversation, or only on "remember that …". */
  'remember.mode': z.enum(['tell', 'only_when_told']).default('tell'),
  /** Texts that contain one of these words are never remembered from conversation. */
  'remember.exclude': z.array(z.string().min(1).max(100)).max(200).default([]),
  'recall.limit': z.int().min(1).max(100).default(12),
  'recall.weight.words': weight.default(1),
  'recall.weight.vectors': weight.default(1),
  'recall.weight.graph': weight.default(1),
  'recall.weight.time': weight.default(1),
  /** Multiplied with the weight of words, whose order it takes. */
  'recall.weight.speaker': weight.default(1),
  /**
   * Whether what was found is placed anew by what speaks for each memory, also by a model that reads question and
   * memory together, or left in the order of the signals (docs/decisions/strategies.md).
   */
  'recall.rerank': z.enum(['clues', 'cross-encoder', 'none']).default('clues'),
  /** The model a cross-encoder is: the name of an installed one, `provider/model`, or `chat` for the model of new chats. */
  'recall.crossEncoder': ModelRef.default('chat'),
  /** Whether a question that points at the turns before it is searched together with them. */
  'recall.momentum': z.boolean().default(true),
  /** Whether what the next message is likely to need is looked up while an answer is written. */
  'recall.anticipate': z.boolean().default(true),
  /** Whether recall says nothing when what was asked is told of somebody else. */
  'recall.abstain': z.boolean().default(true),
  /** Whether a question with a poor answer is asked once more in other words. */
  'recall.reformulate': z.boolean().default(true),
  /** 1 ranks by relevance alone, 0 by diversity alone. */
  'recall.diversity': z.number().min(0).max(1).default(0.9),
  /** What the person knows of models; it goes before what is known of them by name. */
  'models.facts': z.array(ModelFacts).max(100).default([]),
  /** Shares of what instructions, message and reply leave of a window (§8.2); more than 1 together count as parts of their sum. */
  'context.share.working': share(0.15),
  'context.share.soul': share(0.08),
  'context.share.recalled': share(0.12),
  'context.share.history': share(0.45),
  'context.share.schemas': share(0.05),
  'context.share.skills': share(0.08),
  'context.share.today': share(0.04),
  'context.share.roster': share(0.03),
  /** Newest exchanges of a conversation that go word for word; of older ones only what matters. */
  'context.verbatim': z.int().min(1).max(50).default(3),
  /** Which model may make summary, key fact and tag of long memories anew: none, that of new chats when it runs on this machine, or that one wherever it runs. */
  'levels.model': z.enum(['off', 'local', 'any']).default('local'),
  'embedder': ModelRef.default('builtin'),
  /** What finds the nearest vectors; `auto` chooses by their number and length and by the memory there is. */
  'vectors.backend': z.enum(['auto', 'flat-codes', 'hnsw', 'sqlite-vec', 'qdrant']).default('auto'),
  /** Whether memories above cleartext may be sent to a model outside this machine. */
  'privacy.sensitiveToCloud': z.boolean().default(false),
  /** Minutes without use until the vault locks; 0 never. */
  'security.autoLockMinutes': z.int().min(0).max(1440).default(10),
  /** Days a forgotten memory stays on the shelf. */
  'forget.shelfDays': z.int().min(1).max(365).default(30),
});
export type Settings = z.infer<typeof Settings>;
export type SettingKey = keyof Settings;
export const settingKeys = Object.keys(Settings.shape) as SettingKey[];
export const defaultSettings: Settings = Settings.parse({});
/** Any subset of the settings; nothing is filled in. */
export const SettingsPatch = z.strictObject(
  Object.fromEntries(
    Object.entries(Settings.shape).map(([key, schema]) => [key, schema.unwrap().optional()]),
  ) as unknown as { [K in SettingKey]: z.ZodOptional<z.ZodType<Settings[K], Settings[K]>> },
);
export type SettingsPatch = z.infer<typeof SettingsPatch>;
