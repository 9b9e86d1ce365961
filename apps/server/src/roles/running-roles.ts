import type { RunningRole } from './background-role.ts';

/** The background roles of this process (`worker`, `feed`), and whether they work. */
export class RunningRoles {
  readonly #awaited: readonly string[];
  readonly #running = new Map<string, RunningRole>();
  #isStopping = false;

  /** @param awaited names of the roles that will be started. */
  constructor(awaited: readonly string[]) {
    this.#awaited = awaited;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  add(name: string, role: RunningRole): void {
    this.#running.set(name, role);
  }

  /** What is wrong with each role; undefined for one that works. */
  findFaults(): Record<string, string | undefined> {
    const faultOf = (name: string) => {
      const role = this.#running.get(name);
      return role === undefined ? 'has not started' : role.findFault();
    };
    return Object.fromEntries(this.#awaited.map((name) => [name, faultOf(name)]));
  }

  /** Stops the roles and, with `stopOthers`, the rest of the process at the same time. If one fails to stop, the others still stop. */
  async stop(stopOthers: () => Promise<void>): Promise<void> {
    this.#isStopping = true;
    const stops = [stopOthers(), ...[...this.#running.values()].map((role) => role.stop())];
    const failures = (await Promise.allSettled(stops)).filter((outcome) => outcome.status === 'rejected');
    if (failures.length > 0)
      throw new AggregateError(
        failures.map(({ reason }) => reason),
        'not everything could be stopped',
      );
  }
}
