/** Stops or closes something that was started or opened. */
export type Stop = () => Promise<unknown>;

/** Stops everything, the last started first. One that fails does not keep the others running. @throws an AggregateError of the failures. */
export async function stopAll(stops: Stop[]): Promise<void> {
  const failures: unknown[] = [];
  for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
    await next().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be stopped');
}
