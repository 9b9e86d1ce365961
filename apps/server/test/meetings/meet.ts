import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientBase, type Pool } from 'pg';
import { activities } from '../row-queue.ts';

/** Something that uses the database: a call or a job. */
export type Act<Outcome> = () => Promise<Outcome>;

/** Acts by their names, each with what is answered. */
export type Acts = Readonly<Record<string, Act<string>>>;

/** What an act has done so far. */
class Doing {
  readonly statements: string[] = [];
  /** The codes of the statements that PostgreSQL refused. */
  readonly faults: string[] = [];
  readonly isThere = Promise.withResolvers<void>();
  readonly goOn = Promise.withResolvers<void>();
  readonly #stopsAt: number;

  constructor(stopsAt = Number.POSITIVE_INFINITY) {
    this.#stopsAt = stopsAt;
  }

  /** Waits here if this is the statement before which the act is to stop. */
  async begin(text: string): Promise<void> {
    this.statements.push(text);
    if (this.statements.length - 1 !== this.#stopsAt) return;
    this.isThere.resolve();
    await this.goOn.promise;
  }

  fail(error: unknown): void {
    if (error instanceof pg.DatabaseError) this.faults.push(error.code ?? '');
  }
}

const doing = new AsyncLocalStorage<Doing>();

/** Waits for the act while it is followed: an injected request is not sent before somebody waits for it. */
const doAs = async <Outcome>(act: Act<Outcome>, as: Doing): Promise<Outcome> =>
  await doing.run(as, async () => await act());

/** Follows the statements of the acts on all connections that these pools open from now on. */
export function followStatements(pools: readonly Pool[]): void {
  for (const pool of pools) pool.on('connect', followClient);
}

type Query = (...args: unknown[]) => unknown;

/** The same for one connection. Rows that are sent through COPY stop nothing. */
export function followClient(client: ClientBase): void {
  // The driver declares one signature per way of calling; a statement comes in each of them.
  const send = client.query.bind(client) as Query;
  const followed: Query = (config, ...rest) => {
    const act = doing.getStore();
    const answer = rest.at(-1);
    if (act === undefined || isStream(config)) return send(config, ...rest);
    const begun = act.begin(textOf(config));
    if (typeof answer !== 'function')
      return begun.then(async () => {
        try {
          return await send(config, ...rest);
        } catch (error) {
          act.fail(error);
          throw error;
        }
      });
    const noting = (error: unknown, result: unknown) => {
      act.fail(error);
      answer(error, result);
    };
    return void begun.then(() => send(config, ...rest.slice(0, -1), noting));
  };
  client.query = followed as typeof client.query;
}

/** What the driver sends by itself, and returns at once. */
const isStream = (config: unknown) => typeof config === 'object' && config !== null && 'submit' in config;

function textOf(config: unknown): string {
  return typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : String(config);
}

export interface Done<Outcome> {
  readonly outcome: Outcome;
  readonly statements: readonly string[];
}

/** Does one thing, and says with which statements. */
export async function alone<Outcome>(act: Act<Outcome>): Promise<Done<Outcome>> {
  const own = new Doing();
  const outcome = await doAs(act, own);
  return { outcome, statements: own.statements };
}

export interface Met<Outcome> {
  readonly outcomes: readonly [Outcome, Outcome];
  readonly faults: readonly string[];
}

/** Longer than any act takes that waits for nothing. */
const longestMs = 2_000;
const lookEveryMs = 5;

/**
 * Does `first` until its statement with this number, counted from 0, then `second` until it is done or waits for a lock, and then both to
 * their ends.
 */
export async function meet<Outcome>(
  pool: Pool,
  { first, at, second }: { first: Act<Outcome>; at: number; second: Act<Outcome> },
): Promise<Met<Outcome>> {
  const [one, other] = [new Doing(at), new Doing()];
  const firstDone = doAs(first, one);
  await Promise.race([one.isThere.promise, firstDone]);
  const secondDone = doAs(second, other);
  const ended = new AbortController();
  await Promise.race([secondDone, untilLocked(pool, ended.signal)]);
  ended.abort();
  one.goOn.resolve();
  const outcomes = await Promise.all([firstDone, secondDone]);
  return { outcomes, faults: [...one.faults, ...other.faults] };
}

/** An act may also wait for something else in this process, which the other one has: then nobody is locked, and the time ends the wait. */
async function untilLocked(pool: Pool, signal: AbortSignal): Promise<void> {
  await Promise.race(activities().map((activity) => untilLockedIn(activity, pool, signal)));
}

async function untilLockedIn(activity: string, pool: Pool, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + longestMs;
  while (performance.now() < deadline && !signal.aborted) {
    const { rows } = await pool.query(
      `select from ${activity} where datname = current_database() and wait_event_type = 'Lock' limit 1`,
    );
    if (rows.length > 0) return;
    await sleep(lookEveryMs);
  }
}
