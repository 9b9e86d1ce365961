import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';

/** Longer than a sign-in takes where nobody waits, shorter than a person notices. */
const stepMs = 50;

/**
 * Counts from now on. The function it returns waits until a whole number of steps has passed, so that the time of an answer does
 * not tell what was done for it: for an address with an account more rows are read and written than for any other. Whoever
 * waits there has left their place to others.
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
