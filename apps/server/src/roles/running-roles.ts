import type { RunningRole } from './background-role.ts';

/** The loops of this process (`worker`, `feed`), and whether they work. */
export class Duty {
  readonly #awaited: readonly string[];
  readonly #running = new Map<string, RunningRole>();
  #isStopping = false;

  /** @param awaited names of the loops that will be started. */
  constructor(awaited: readonly string[]) {
    this.#awaited = awaited;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  take(name: string, role: RunningRole): void {
    this.#running.set(name, role);
  }

  /** What is wrong with each loop; undefined for one that works. */
  findFaults(): Record<string, string | undefined> {
    const faultOf = (name: string) => {
      const role = this.#running.get(name);
      return role === undefined ? 'has not started' : role.findFault();
    };
    return Object.fromEntries(this.#awaited.map((name) => [name, faultOf(name)]));
  }

  /** Stops the loops, and by `stopElse` the rest, at the same time. If one fails to stop, the others still stop. */
  async stop(stopElse: () => Promise<void>): Promise<void> {
    this.#isStopping = true;
    const stops = [stopElse(), ...[...this.#running.values()].map((role) => role.stop())];
    const failures = (await Promise.allSettled(stops)).filter((outcome) => outcome.status === 'rejected');
    if (failures.length > 0)
      throw new AggregateError(
        failures.map(({ reason }) => reason),
        'not everything could be stopped',
      );
  }
}
