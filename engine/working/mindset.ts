import { z } from 'zod';
import type { Momentum } from './momentum.ts';
import { MOST_QUESTIONS, MOST_SLOTS, SLOT_SOURCES, WorkingSlots, type NewSlot } from './slots.ts';

/** Everything an agent has in mind in one scope: slots, momentum, and what it asked in which conversation. */
export class Mindset {
  readonly slots: WorkingSlots;
  /** Of the current topic; null before the first turn. */
  momentum: Momentum | null;
  /** The vector space of the momentum. */
  readonly space: string;
  readonly #asked: Map<string, number>;
  /** Turns that became slots once; those that left do not come in again. */
  readonly #promoted: Set<string>;

  constructor(space: string, slots: WorkingSlots = new WorkingSlots(), momentum: Momentum | null = null, asked: Iterable<readonly [string, number]> = [], promoted: Iterable<string> = []) {
    this.space = space;
    this.slots = slots;
    this.momentum = momentum;
    this.#asked = new Map(asked);
    this.#promoted = new Set(promoted);
  }

  /** Puts a question about a gap in mind, at most two in a conversation. False when it was not let in. */
  question(question: Omit<NewSlot, 'source' | 'session'> & { session: string }, now: number): boolean {
    const count = this.#asked.get(question.session) ?? 0;
    if (count >= MOST_QUESTIONS || this.slots.has(question.id)) return false;
    this.#asked.set(question.session, count + 1);
    if (this.#asked.size > MOST_SESSIONS) this.#asked.delete(this.#asked.keys().next().value!);
    this.slots.put({ ...question, source: 'question' }, now);
    return this.slots.has(question.id);
  }

  /** Notes that a turn became slots. False when it did before. */
  promote(turn: string): boolean {
    if (this.#promoted.has(turn)) return false;
    this.#promoted.add(turn);
    if (this.#promoted.size > MOST_PROMOTED) this.#promoted.delete(this.#promoted.values().next().value!);
    return true;
  }

  /** Forgets a conversation: what was said in it, and what was asked there. */
  leave(session: string): void {
    this.slots.drop((slot) => slot.session === session && slot.memory === null);
    this.#asked.delete(session);
  }

  wipe(): void {
    this.slots.wipe();
    this.momentum?.centroid.fill(0);
    this.momentum?.velocity.fill(0);
    this.momentum = null;
    this.#asked.clear();
    this.#promoted.clear();
  }

  /** As it is written down when the agent is set aside. */
  written(now: number): Snapshot {
    const { momentum } = this;
    return {
      format: 1, at: now, space: this.space, slots: this.slots.records(), asked: [...this.#asked], promoted: [...this.#promoted],
      momentum: momentum && { centroid: [...momentum.centroid], velocity: [...momentum.velocity], stability: momentum.stability, turns: momentum.turns },
    };
  }

  /**
   * As it was when it was set aside less than {@link WHOLE_MS} ago, faded up to {@link STALE_MS}, null
   * after that: then the agent starts afresh (§17.5.5). Momentum of another space is left behind.
   */
  static resumed(snapshot: Snapshot, space: string, now: number): Mindset | null {
    const away = Math.max(0, now - snapshot.at);
    if (away >= STALE_MS) return null;
    const left = 1 - MOST_FADING * Math.max(0, (away - WHOLE_MS) / (STALE_MS - WHOLE_MS));
    // While an agent is set aside its time stands still.
    const slots = WorkingSlots.of(snapshot.slots.map((slot) => ({ ...slot, at: slot.at + away, since: slot.since + away, activation: slot.activation * left })), now);
    const faint = new Set(left === 1 ? [] : slots.slots(now).filter(({ activation }) => activation <= LEAST_RESUMED).map(({ id }) => id));
    slots.drop(({ id }) => faint.has(id));
    const { momentum } = snapshot;
    return new Mindset(space, slots, momentum && snapshot.space === space
      ? { centroid: Float32Array.from(momentum.centroid), velocity: Float32Array.from(momentum.velocity), stability: momentum.stability, turns: momentum.turns }
      : null, snapshot.asked, snapshot.promoted);
  }
}

export const WHOLE_MS = 4 * 3_600_000;
export const STALE_MS = 24 * 3_600_000;
/** What is taken from every activation just before a snapshot is too old, and the least that comes back faded. */
const MOST_FADING = 0.8;
const LEAST_RESUMED = 0.1;
const MOST_SESSIONS = 200;
/** More turns than the sensory ring holds. */
const MOST_PROMOTED = 40;

const numbers = z.array(z.number()).max(65_536);
/** What lies encrypted in the vault; read back with care, since a newer program may have written it. */
export const Snapshot = z.object({
  format: z.literal(1),
  at: z.number(),
  space: z.string(),
  slots: z.array(z.object({
    id: z.string(), source: z.enum(SLOT_SOURCES), text: z.string(), tokens: z.int().min(0), activation: z.number().min(0).max(1),
    memory: z.string().nullable(), session: z.string().nullable(), at: z.number(), since: z.number(),
  })).max(MOST_SLOTS),
  asked: z.array(z.tuple([z.string(), z.int().min(0)])).max(MOST_SESSIONS + 1),
  promoted: z.array(z.string()).max(MOST_PROMOTED),
  momentum: z.object({ centroid: numbers, velocity: numbers, stability: z.number().min(0).max(1), turns: z.int().min(0) }).nullable(),
});
export type Snapshot = z.infer<typeof Snapshot>;
