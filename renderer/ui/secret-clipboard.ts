import { toast } from './toast.tsx';

/** How long a copied secret stays in the clipboard, in milliseconds. */
const keepMs = 30_000;

let held: { text: string; timer: ReturnType<typeof setTimeout> } | null = null;

/** Copies a token, passphrase or recovery words, and takes them out of the clipboard again after 30 s or on lock. */
export async function copySecret(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return toast('Not copied', { detail: 'The browser does not let this page write to the clipboard. Select the text and copy it.' });
  }
  if (held) clearTimeout(held.timer);
  held = { text, timer: setTimeout(() => void clearSecret(), keepMs) };
  toast(`${what} copied`, { detail: `The clipboard is cleared in ${keepMs / 1000} seconds.` });
}

/** Empties the clipboard when it still holds a secret of ours; what was copied since then stays. */
export async function clearSecret(): Promise<void> {
  if (held === null) return;
  const { text, timer } = held;
  clearTimeout(timer);
  held = null;
  // A browser that does not let us look is told to clear anyway: a lost copy costs less than a secret left behind.
  const now = await navigator.clipboard.readText().catch(() => text);
  if (now !== text) return;
  await navigator.clipboard.writeText('').catch(() => {
    // A window in the background may not write; it does as soon as it may.
    held = { text, timer: setTimeout(() => {}, 0) };
    window.addEventListener('focus', () => void clearSecret(), { once: true });
  });
}
