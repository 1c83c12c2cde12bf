import { useState } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { CreateStep } from './create-step.tsx';
import { KitStep } from './kit-step.tsx';
import { ModelStep } from './model-step.tsx';
import { setOnboardingStep, useOnboardingStep } from './onboarding-step.ts';
import { RememberStep } from './remember-step.tsx';
import { StartStep, type Start } from './start-step.tsx';

/** The first run: passphrase, kit, model, what may be remembered, where to begin. */
export function Onboarding({ onDone }: { onDone: (where: Start) => void }) {
  const step = useOnboardingStep();
  const [kit, setKit] = useState<RecoveryKit | null>(null);

  if (step === null || (step === 'kit' && kit === null)) return <CreateStep onKit={setKit} />;
  switch (step) {
    case 'kit':
      return (
        <KitStep
          kit={kit!}
          onDone={() => {
            setKit(null);
            setOnboardingStep('model');
          }}
        />
      );
    case 'model':
      return <ModelStep onDone={() => setOnboardingStep('remember')} />;
    case 'remember':
      return <RememberStep onDone={() => setOnboardingStep('start')} />;
    case 'start':
      return (
        <StartStep
          onDone={(where) => {
            onDone(where);
            setOnboardingStep(null);
          }}
        />
      );
  }
}
