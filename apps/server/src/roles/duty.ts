import type { RunningRole } from './background-role.ts';

/** What this process does beside answering calls: its loops, and whether they do it. */
export class Duty {
  readonly #awaited: readonly string[];
  readonly #running = new Map<string, RunningRole>();
  #isStopping = false;

  /** @param awaited names of the loops that will be taken on. */
  constructor(awaited: readonly string[]) {
    this.#awaited = awaited;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  take(name: string, role: RunningRole): void {
    this.#running.set(name, role);
  }

  /** For each loop what is wrong with it; undefined when nothing is. */
  findFaults(): Record<string, string | undefined> {
    const faultOf = (name: string) => {
      const role = this.#running.get(name);
      return role === undefined ? 'has not begun' : role.findFault();
    };
    return Object.fromEntries(this.#awaited.map((name) => [name, faultOf(name)]));
  }

  /** Stops the loops and all else that has to stop, at the same time. One that fails does not keep the others running. */
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
