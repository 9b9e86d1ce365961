/** Stops something that was started. */
export type Stop = () => Promise<void>;

/** Stops everything, the last started first. */
export async function stopAll(stops: Stop[]): Promise<void> {
  for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
}
