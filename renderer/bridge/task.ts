import { useState } from 'react';
import { faultOf, type Fault } from './fault.ts';

/** One thing the person asked for: whether it is under way, and why it failed. */
export interface Task {
  busy: boolean;
  fault: Fault | null;
  /** Runs it; false when it failed, and then `fault` says why. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  forgetFault(): void;
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  return {
    busy, fault,
    forgetFault: () => setFault(null),
    run: async (work) => {
      setBusy(true);
      setFault(null);
      try {
        await work();
        return true;
      } catch (error) {
        setFault(faultOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
