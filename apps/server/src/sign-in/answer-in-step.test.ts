import { expect, it } from 'vitest';
import { leastStepMs } from '../../test/timed.ts';
import { answerInStep } from './answer-in-step.ts';

it('waits for a whole number of steps, while other calls have its place', async () => {
  let isLeft = false;
  const beganAt = performance.now();
  const inStep = answerInStep({ leaveLane: () => (isLeft = true) });

  const waiting = inStep();
  expect(isLeft).toBe(true);
  await waiting;
  expect(performance.now() - beganAt).toBeGreaterThan(leastStepMs);
  // A timer may fire a part of a millisecond early, and the steps begin slightly after our measurement.
  while (performance.now() - beganAt <= 55);
  await inStep();
  expect(performance.now() - beganAt).toBeGreaterThan(2 * leastStepMs);
});
