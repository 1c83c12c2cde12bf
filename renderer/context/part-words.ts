import type { Change } from './changes.ts';
import type { PartName, SliceName } from './slices.ts';

export const sliceNames: Record<SliceName, string> = {
  system: 'Instructions', working: 'Working memory', soul: 'Soul files', recalled: 'Recalled memories', history: 'History', schemas: 'Schemas', skills: 'Skills',
  today: 'Today’s notes', roster: 'Roster', message: 'Your message', reply: 'Kept for the reply', margin: 'Margin for the count', free: 'Free',
};

/** Why a part is not there when nothing asked to be in it. */
export const nothingIn: Record<PartName, string> = {
  system: 'There are no instructions.',
  working: 'No slot of working memory is in use.',
  soul: 'No soul file is there.',
  recalled: 'No memory was recalled for this message.',
  history: 'Nothing was said before in this chat.',
  schemas: 'No schema is there.',
  skills: 'No skill is there.',
  today: 'There is no note of today.',
  roster: 'Nobody else is there.',
  message: 'There is no message.',
};

const levels: Record<string, string> = {
  full: 'Full text', summary: 'Summary', key_fact: 'Key fact', tag: 'Tag', verbatim: 'Word for word', shortened: 'Shortened', facts: 'Key facts',
};

/** How much of an item is there, in words; an unknown level by its own name. */
export const levelName = (level: string | null): string => (level === null ? 'Left out' : (levels[level] ?? level));

export const changeTitles: Record<Change, string> = { cut: 'Cut', shorter: 'Shortened', fuller: 'Fuller', back: 'Back in' };

export const roleNames = { system: 'With the instructions', user: 'You', assistant: 'Answer' } as const;

/** How each stretch of the bar is filled: neutral, but for what is remembered and what is written. */
export const fills: Record<SliceName, string> = {
  system: 'bg-muted', working: 'bg-edge', soul: 'bg-muted', recalled: 'bg-accent', history: 'bg-edge', schemas: 'bg-muted', skills: 'bg-edge', today: 'bg-muted',
  roster: 'bg-edge', message: 'bg-text', reply: 'hatched-fine', margin: 'bg-line', free: 'bg-sunken',
};
