/**
 * Working memory (§3, tier 2): what an agent has in mind, in at most nine slots (Miller 1956). The
 * activation of a slot halves with time and rises with use; the weakest gives way. Texts are kept as
 * bytes, so that they can be overwritten when they leave; a JavaScript string could not. Time is an
 * argument everywhere, in milliseconds UTC.
 */

/** Where a slot comes from: a turn of the conversation, a recalled memory, a gap to ask about, or the first look of the day. */
export const SLOT_SOURCES = ['turn', 'recall', 'question', 'morning'] as const;
export type SlotSource = (typeof SLOT_SOURCES)[number];

export interface Slot {
  id: string;
  source: SlotSource;
  text: string;
  tokens: number;
  /** 0..1 at the moment it was asked for. */
  activation: number;
  /** The memory it holds; null for what is none. */
  memory: string | null;
  /** The conversation it was said in; null for what was said in none. */
  session: string | null;
}
export type NewSlot = Omit<Slot, 'activation'> & { activation?: number };

export const MOST_SLOTS = 9;
/** Without use the activation halves in this time. */
export const HALF_LIFE_MS = 30 * 60_000;
/** Below this a slot has faded and leaves. */
export const FADED = 0.05;
const START: Record<SlotSource, number> = { turn: 0.7, recall: 0.6, morning: 0.35, question: 0.3 };
/** Share of what is missing to 1 that a use gives back. */
const BOOST = 0.5;
/** A drift of the topic leaves this share of each activation, and only slots from {@link DRIFTED} on (§8.7). */
const DRIFT_SHARE = 0.7;
export const DRIFTED = 0.2;
/** A switch of the topic evicts all; what was above this is handed back to be kept elsewhere. */
export const WORTH_KEEPING = 0.3;
/** Questions about gaps: few, short-lived, never pressing (§4). */
export const MOST_QUESTIONS = 2;
export const QUESTION_MS = 30 * 60_000;
/** Longest text of a slot, in UTF-16 code units; more is no gist. */
export const MOST_SLOT_CHARS = 600;

interface Held {
  head: Omit<Slot, 'text' | 'activation'>;
  bytes: Uint8Array;
  activation: number;
  /** When the activation was as noted. */
  at: number;
  /** When it came in. */
  since: number;
}

/** A slot as it is written down: its activation is that of `at`. */
export interface SlotRecord extends Slot {
  at: number;
  since: number;
}

const unit = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export class WorkingSlots {
  readonly #held = new Map<string, Held>();

  get size(): number {
    return this.#held.size;
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** Puts something in mind; what is there already is refreshed. The weakest slots give way; returns them as they were. */
  put({ text, activation, ...head }: NewSlot, now: number): Slot[] {
    const known = this.#held.get(head.id);
    const start = unit(activation ?? START[head.source]);
    const level = known ? Math.max(start, this.#activation(known, now)) : start;
    known?.bytes.fill(0);
    this.#held.set(head.id, {
      head, bytes: new TextEncoder().encode(text.slice(0, MOST_SLOT_CHARS)), activation: level, at: now, since: known?.since ?? now,
    });
    const gone = this.tidy(now);
    while (this.#held.size > MOST_SLOTS) gone.push(this.#evict(this.#weakest(now), now));
    return gone;
  }

  /** A slot took part in an answer or was spoken of. False when it is not there. */
  use(id: string, now: number): boolean {
    const held = this.#held.get(id);
    if (!held) return false;
    const level = this.#activation(held, now);
    held.activation = unit(level + BOOST * (1 - level));
    held.at = now;
    return true;
  }

  /** What is in mind, the most active first. */
  slots(now: number): Slot[] {
    return [...this.#held.values()].map((held) => this.#shown(held, now)).sort((a, b) => b.activation - a.activation || (a.id < b.id ? -1 : 1));
  }

  /** The most active slots that fit a budget together; one that does not fit is passed over, not the end. */
  fitting(now: number, budget: number): Slot[] {
    let left = budget;
    return this.slots(now).filter((slot) => {
      if (slot.tokens > left) return false;
      left -= slot.tokens;
      return true;
    });
  }

  /** Lets what has faded, and questions whose time is over, leave. Returns them. */
  tidy(now: number): Slot[] {
    const gone = [...this.#held.values()].filter((held) => this.#activation(held, now) < FADED || (held.head.source === 'question' && now - held.since >= QUESTION_MS));
    return gone.map(({ head }) => this.#evict(head.id, now));
  }

  /** The topic drifts: everything fades a step, the weak leave. Returns what left. */
  drift(now: number): Slot[] {
    for (const held of this.#held.values()) {
      held.activation = DRIFT_SHARE * this.#activation(held, now);
      held.at = now;
    }
    return [...this.#held.values()].filter((held) => held.activation < DRIFTED).map(({ head }) => this.#evict(head.id, now));
  }

  /** The topic is another: everything leaves. Returns what was worth keeping. */
  clear(now: number): Slot[] {
    return [...this.#held.keys()].map((id) => this.#evict(id, now)).filter(({ activation }) => activation > WORTH_KEEPING);
  }

  /** Takes out what a test says, such as everything of an erased memory. Returns how many left. */
  drop(test: (slot: Omit<Slot, 'text' | 'activation'>) => boolean): number {
    const ids = [...this.#held.values()].filter(({ head }) => test(head)).map(({ head }) => head.id);
    for (const id of ids) this.#evict(id, 0);
    return ids.length;
  }

  records(): SlotRecord[] {
    return [...this.#held.values()].map(({ head, bytes, activation, at, since }) => ({ ...head, text: decode(bytes), activation, at, since }));
  }

  /** Slots as they were written down; of too many the strongest. */
  static of(records: readonly SlotRecord[], now: number): WorkingSlots {
    const slots = new WorkingSlots();
    for (const { text, activation, at, since, ...head } of records)
      slots.#held.set(head.id, { head, bytes: new TextEncoder().encode(text), activation: unit(activation), at: Math.min(at, now), since: Math.min(since, now) });
    while (slots.#held.size > MOST_SLOTS) slots.#evict(slots.#weakest(now), now);
    return slots;
  }

  /** Overwrites everything; for lock. */
  wipe(): void {
    for (const { bytes } of this.#held.values()) bytes.fill(0);
    this.#held.clear();
  }

  /** The bytes that hold the texts, for tests of what eviction leaves behind. */
  bytes(): Uint8Array[] {
    return [...this.#held.values()].map(({ bytes }) => bytes);
  }

  #activation({ activation, at }: Held, now: number): number {
    return unit(activation * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS));
  }

  #shown(held: Held, now: number): Slot {
    return { ...held.head, text: decode(held.bytes), activation: this.#activation(held, now) };
  }

  #weakest(now: number): string {
    return [...this.#held.values()].reduce((a, b) => (this.#activation(b, now) < this.#activation(a, now) ? b : a)).head.id;
  }

  #evict(id: string, now: number): Slot {
    const held = this.#held.get(id)!;
    const shown = this.#shown(held, now);
    held.bytes.fill(0);
    this.#held.delete(id);
    return shown;
  }
}
