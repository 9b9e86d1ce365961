/** Something of which much is deleted, and how. */
export type Step = readonly [what: string, take: () => Promise<unknown>];

/**
 * Takes the steps one after the other. One that fails does not stop the others.
 * @param done what a step does to its rows, as `forgotten`
 * @param signal when it is aborted, a failed step is the last one
 * @throws AggregateError with the failures, after all steps; the reason of the signal when that ended them.
 */
export async function takeSteps(steps: readonly Step[], done: string, signal?: AbortSignal): Promise<void> {
  const failures: Error[] = [];
  for (const [what, take] of steps) {
    try {
      await take();
    } catch (cause) {
      signal?.throwIfAborted();
      failures.push(new Error(`${what} could not be ${done}`, { cause }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
}
