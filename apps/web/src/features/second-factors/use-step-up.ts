import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';

/** Something the server does only for whoever has just proven who they are. */
export type GuardedAct = { act: () => Promise<void>; onFailure: (error: unknown) => void };

export type StepUp = {
  /** Does it; where the server wants a proof first, it is kept until {@link StepUp.onProven}. */
  run: (wanted: GuardedAct) => Promise<void>;
  isProofWanted: boolean;
  /** Does what was kept. */
  onProven: () => void;
  /** Forgets what was kept. */
  onGivenUp: () => void;
};

/** Nothing waits for the proof: two pending form actions would hold each other up, for React settles them together. */
export function useStepUp(): StepUp {
  const [kept, keep] = useState<GuardedAct>();
  const run = async (wanted: GuardedAct): Promise<void> => {
    try {
      await wanted.act();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'reauthentication_required') keep(wanted);
      else wanted.onFailure(error);
    }
  };
  return {
    run,
    isProofWanted: kept !== undefined,
    onProven: () => {
      keep(undefined);
      if (kept) void run(kept);
    },
    onGivenUp: () => keep(undefined),
  };
}
