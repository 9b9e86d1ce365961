import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';

/** Longer than a sign-in takes on an idle server, shorter than a person notices. */
const stepMs = 50;

/**
 * Starts the clock. The function that it returns waits until a whole number of steps has passed. So the time of an answer does
 * not tell whether the address has an account, although more rows are read and written for one that has. The call gives its
 * place in the lane back before it waits.
 */
export function answerInStep(request: Pick<FastifyRequest, 'leaveLane'>): () => Promise<void> {
  const beganAt = performance.now();
  // Set before the work, since a timer that is set after it is off by a part of a millisecond that depends on the work.
  const firstStep = sleep(stepMs);
  return async () => {
    request.leaveLane?.();
    const passedMs = performance.now() - beganAt;
    await (passedMs < stepMs ? firstStep : sleep(stepMs - (passedMs % stepMs)));
  };
}
