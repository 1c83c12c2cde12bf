import { blank, gateNow } from './gate.ts';

const channel = new BroadcastChannel('engram');

/** Blanks this tab and tells the others, which need not wait for the host to say so. */
export function blankAllTabs(): void {
  blank();
  channel.postMessage('locked');
}

channel.addEventListener('message', (event) => {
  const state = gateNow().state;
  if (event.data === 'locked' && (state === 'unlocked' || state === 'readonly')) blank();
});
