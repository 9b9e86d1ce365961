import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { connectionLimits } from '../plugins/connections.ts';
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

  /** Stops the loops and whatever else has to stop, all at the same time. One that fails does not keep the others running. */
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

/** A body that comes in slowly, or an answer that is read slowly, must not hold up the stop of the process. */
const longestRequestMs = 8000;

/**
 * Takes calls from here on, and says at which address. The kernel takes as many connections as the server: one that it drops
 * is tried again a second later, then three, then seven.
 */
export async function openHttp(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  try {
    return await app.listen({ host, port, backlog: connectionLimits.most });
  } catch (error) {
    // Node names the address; who is to mend it looks for the setting.
    if (error instanceof Error) error.message = `http.host, http.port: ${error.message}`;
    throw error;
  }
}

/**
 * Goes on serving for a while, so that a load balancer learns first that we are no longer ready; then takes no more
 * connections, finishes the requests that have begun, and cuts those that do not end.
 */
export async function closeHttp(app: FastifyInstance | undefined, drainSeconds: number): Promise<void> {
  if (app === undefined) return;
  await sleep(drainSeconds * 1000);
  const cut = setTimeout(() => app.server.closeAllConnections(), longestRequestMs);
  await app.close();
  clearTimeout(cut);
}
