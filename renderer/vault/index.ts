export { ChoosePassphrase, useChosen, type Chosen } from './choose-passphrase.tsx';
export { LockScreen } from './lock-screen.tsx';
export { Onboarding } from './onboarding.tsx';
export { useOnboardingStep } from './onboarding-step.ts';
export { ProofFields } from './proof-fields.tsx';
export { isWrong, useProof } from './proof.ts';
export type { Start } from './start-step.tsx';
export { VaultScreen } from './vault-screen.tsx';
