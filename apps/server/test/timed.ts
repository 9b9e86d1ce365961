/** The shortest time of an answer in step (`sign-in/answer-in-step.ts`). A timer of Node may be a millisecond early. */
export const leastStepMs = 49;

/** The result of an action, and how many milliseconds it took. */
export async function timed<Result>(work: Promise<Result>): Promise<{ ms: number; result: Result }> {
  const begun = performance.now();
  const result = await work;
  return { result, ms: performance.now() - begun };
}

/**
 * How many milliseconds this process waits for something while an action runs: for a timer, the database or a thread. What it does itself
 * meanwhile, which takes a busy machine longer, is left out.
 */
export async function waitingMs(act: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await act();
  return performance.eventLoopUtilization(before).idle;
}
