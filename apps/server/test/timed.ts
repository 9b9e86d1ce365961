/** The least that an answer in step takes (`sign-in/answer-in-step.ts`). A timer of Node's may be a millisecond early. */
export const leastStepMs = 49;

/** What came of some work, and after how many milliseconds. */
export async function timed<Result>(work: Promise<Result>): Promise<{ ms: number; result: Result }> {
  const begun = performance.now();
  const result = await work;
  return { result, ms: performance.now() - begun };
}
