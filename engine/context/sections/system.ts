import { READING_MEMORIES } from './recalled.ts';

const BASE = [
  'You are the person\'s assistant with a long-term memory called Engram.',
  'Answer in the language of the message, plainly and briefly. Do not invent memories.',
  READING_MEMORIES,
].join(' ');

/** The instructions that are always there, with those of the agent. */
export const systemText = (instructions: string): string => (instructions === '' ? BASE : `${BASE}\n\n${instructions}`);
