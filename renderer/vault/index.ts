export { LockScreen } from './lock-screen.tsx';
export { Onboarding } from './onboarding.tsx';
export { useOnboardingStep } from './onboarding-step.ts';
export type { Start } from './start-step.tsx';
