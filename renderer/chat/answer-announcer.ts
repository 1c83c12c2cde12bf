import { useEffect, useRef } from 'react';
import { announce } from '../ui/index.ts';
import type { LiveTurn } from './live-turn.ts';

/** Shortest pause between two announcements, in milliseconds. */
const pace = 2_000;

/** Reads a growing answer aloud sentence by sentence, and says when it is complete. */
export function useAnswerAnnouncer(turn: LiveTurn | null): void {
  const said = useRef(0);
  const at = useRef(0);
  const running = turn !== null && turn.phase !== 'unsent';
  const text = turn?.text ?? '';
  useEffect(() => {
    if (!running || Date.now() - at.current < pace) return;
    const end = text.slice(said.current).search(/[.!?…]\s(?!.*[.!?…]\s)/s);
    if (end < 0) return;
    announce(text.slice(said.current, said.current + end + 1));
    said.current += end + 1;
    at.current = Date.now();
  }, [running, text]);
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !running) announce('Answer ready');
    was.current = running;
    if (!running) said.current = 0;
  }, [running]);
}
