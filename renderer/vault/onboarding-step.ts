import { useSyncExternalStore } from 'react';

const order = ['kit', 'model', 'remember', 'start'] as const;
export type OnboardingStep = (typeof order)[number];

const key = 'engram.onboarding';
const listeners = new Set<() => void>();

function read(): OnboardingStep | null {
  const kept = localStorage.getItem(key);
  // The kit is shown once and lives nowhere; after a reload there is nothing left to show.
  if (kept === 'kit' && !kitOnScreen) return 'model';
  return order.find((step) => step === kept) ?? null;
}

let kitOnScreen = false;

/** Remembers how far the first run came, so that it goes on after a reload. Null: finished. */
export function setOnboardingStep(step: OnboardingStep | null): void {
  kitOnScreen = step === 'kit';
  if (step === null) localStorage.removeItem(key);
  else localStorage.setItem(key, step);
  for (const listener of listeners) listener();
}

export function useOnboardingStep(): OnboardingStep | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}
