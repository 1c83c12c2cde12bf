import { useEffect, useState } from 'react';

let say: (text: string) => void = () => {};

/** Says something to people who listen instead of looking. */
export const announce = (text: string): void => say(text);

/** The polite live region; once per page. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    say = (next) => setText((now) => (now === next ? `${next} ` : next));
    return () => {
      say = () => {};
    };
  }, []);
  return <div aria-live="polite" aria-atomic className="sr-only">{text}</div>;
}
