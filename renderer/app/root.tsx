import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createStore, Provider } from 'jotai';
import { useMemo } from 'react';
import { queryClient, useConnection, useGate } from '../bridge/index.ts';
import { Announcer, Loading, ToastArea } from '../ui/index.ts';
import { LockScreen, Onboarding, useOnboardingStep } from '../vault/index.ts';
import { AccessPage, OutdatedPage } from './access-page.tsx';
import { router } from './router.tsx';

/** Decides what may be on the page. State of the interface lives in a store that ends with each lock. */
export function Root() {
  const { epoch } = useGate();
  const store = useMemo(() => {
    void epoch;
    return createStore();
  }, [epoch]);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Provider key={epoch} store={store}>
          <Tooltip.Provider delay={350}>
            <ToastArea>
              <Gatekeeper />
            </ToastArea>
            <Announcer />
          </Tooltip.Provider>
        </Provider>
      </QueryClientProvider>
    </CSPProvider>
  );
}

function Gatekeeper() {
  const gate = useGate();
  const connection = useConnection();
  const step = useOnboardingStep();
  if (connection === 'refused') return <AccessPage />;
  if (connection === 'outdated') return <OutdatedPage />;
  switch (gate.state) {
    case 'unknown':
      return <Loading rows={3} label="Connecting" />;
    case 'locked':
      return <LockScreen />;
    case 'none':
      return <FirstRun />;
    case 'unlocked':
    case 'readonly':
      return step === null ? <RouterProvider router={router} /> : <FirstRun />;
  }
}

function FirstRun() {
  return <Onboarding onDone={(where) => void router.navigate({ to: where === 'import' ? '/transfer' : '/' })} />;
}
