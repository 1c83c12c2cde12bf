import { useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as being at the end. */
const slack = 48;

/** Keeps the end in view while the reader is there, and never moves them when they are not. */
export function useFollowScroll(): {
  scroller: (element: HTMLElement | null) => void;
  content: (element: HTMLElement | null) => void;
  atEnd: boolean;
  toEnd: () => void;
} {
  const box = useRef<HTMLElement | null>(null);
  const following = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const observer = useRef<ResizeObserver | null>(null);

  const toEnd = useCallback(() => {
    following.current = true;
    setAtEnd(true);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, []);

  const last = useRef({ top: 0, height: 0 });
  const onScroll = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = element;
    // Content that shrinks and grows again moves the view too; only going up by hand stops following.
    const wentUp = top < last.current.top - 2 && height >= last.current.height;
    if (height - top - clientHeight < slack) following.current = true;
    else if (wentUp) following.current = false;
    last.current = { top, height };
    setAtEnd(following.current);
  }, []);

  const scroller = useCallback((element: HTMLElement | null) => {
    box.current?.removeEventListener('scroll', onScroll);
    box.current = element;
    element?.addEventListener('scroll', onScroll, { passive: true });
  }, [onScroll]);

  const content = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    observer.current = new ResizeObserver(() => {
      if (following.current) box.current?.scrollTo({ top: box.current.scrollHeight });
    });
    observer.current.observe(element);
  }, []);

  useEffect(() => () => observer.current?.disconnect(), []);
  return { scroller, content, atEnd, toEnd };
}
