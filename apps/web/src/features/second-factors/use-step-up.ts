import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';

/** An action that the server allows only shortly after a proof of identity. */
export type GuardedAct = { act: () => Promise<void>; onFailure: (error: unknown) => void };

export type StepUp = {
  /** Runs the action, unless another one is in progress. If the server asks for a proof first, the action is kept until {@link StepUp.onProven}. */
  run: (wanted: GuardedAct) => Promise<void>;
  isProofWanted: boolean;
  /** Runs the kept action once, unless the passenger gave it up: an older proof may end later than the one that was waited for. */
  onProven: () => void;
  /** Forgets the kept action. */
  onGivenUp: () => void;
};

/**
 * Runs actions that may need a proof of identity first. No form waits for the proof: two pending form actions would block each
 * other, since React finishes them together.
 */
export function useStepUp(): StepUp {
  const [kept, show] = useState<GuardedAct>();
  const waiting = useRef<GuardedAct>(undefined);
  const keep = (act: GuardedAct | undefined): void => {
    waiting.current = act;
    show(act);
  };
  const oneAtATime = useOneAtATime();
  const run = (wanted: GuardedAct): Promise<void> =>
    oneAtATime(async () => {
      try {
        await wanted.act();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'reauthentication_required') keep(wanted);
        else wanted.onFailure(error);
      }
    });
  return {
    run,
    isProofWanted: kept !== undefined,
    onProven: () => {
      if (kept === undefined || kept !== waiting.current) return;
      keep(undefined);
      void run(kept);
    },
    onGivenUp: () => keep(undefined),
  };
}
