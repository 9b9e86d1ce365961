import type { Pool, PoolClient, QueryConfig } from 'pg';
import { isOnCluster } from './test-database.ts';

/** Holds what it locks for as long as the others need, on a machine that is busy too. */
export const beginHolding = 'begin; set local idle_in_transaction_session_timeout = 0';

/**
 * Lets calls meet at the row of one passenger in a known order: each call starts, makes its checks, and then waits for
 * the row; when all wait, they continue one after the other. Returns their results.
 */
export async function queueForPassenger<Outcome>(
  pool: Pool,
  passengerId: string,
  calls: readonly (() => Promise<Outcome>)[],
): Promise<Outcome[]> {
  const holder = await pool.connect();
  const outcomes: Promise<Outcome>[] = [];
  let isOver = false;
  try {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    await holder.query(beginHolding);
    await holder.query('select from passengers where passenger_id = $1 for update', [passengerId]);
    for (const call of calls) {
      outcomes.push(call());
      await untilWaiting(pool, outcomes.length, queueBehind(rows[0]?.pid ?? 0));
    }
    await holder.query('commit');
    isOver = true;
  } finally {
    holder.release(!isOver);
  }
  return await Promise.all(outcomes);
}

interface Meeting<Outcome> {
  /** What locks the rows. On a cluster it has to name their medium. */
  readonly lock: string | QueryConfig;
  readonly call: () => Promise<Outcome>;
  readonly act: (holder: PoolClient) => Promise<unknown>;
}

/**
 * Does something in the middle of a call: locks what `lock` locks, starts the call, waits until the call waits for the lock, acts, and
 * releases the lock. Returns the result of the call.
 */
export async function actMeanwhile<Outcome>(pool: Pool, { lock, call, act }: Meeting<Outcome>): Promise<Outcome> {
  const holder = await pool.connect();
  let isOver = false;
  try {
    await holder.query(beginHolding);
    await holder.query(lock);
    const outcome = call();
    await untilWaiting(pool, 1);
    await act(holder);
    await holder.query('commit');
    isOver = true;
    return await outcome;
  } finally {
    // If something failed before the end of the transaction, its connection is closed: the next test must not get it.
    holder.release(!isOver);
  }
}

/**
 * The connections that wait for the lock of this connection, directly or behind another waiting one. Other locks that a call meets do
 * not count. On a cluster, the first node has all rows of accounts.
 */
const queueBehind = (pid: number) => `(
    select waiting.*
    from pg_stat_activity waiting
    where ${pid} = any(pg_blocking_pids(waiting.pid))
      or exists (
        select
        from unnest(pg_blocking_pids(waiting.pid)) as first
        where ${pid} = any(pg_blocking_pids(first))
      )
  ) as queue`;
/**
 * Rows of travel are locked on their own node. Asking all nodes takes a tenth of a second, on a busy machine longer than a call waits for a lock;
 * therefore the first node, which has the rows of accounts, is asked beside.
 */
export const activities = (): string[] => ['pg_stat_activity', ...(isOnCluster() ? ['citus_stat_activity'] : [])];

/** Less than patient calls wait for a lock. */
const longestMs = 25_000;

/** Waits until this number of connections wait for a lock. */
export async function untilWaiting(pool: Pool, count: number, activity?: string): Promise<void> {
  const stop = new AbortController();
  const looking = (activity ? [activity] : activities()).map((one) =>
    isWaiting(pool, { count, activity: one, stop: stop.signal }),
  );
  try {
    await Promise.any(looking);
  } catch (cause) {
    throw new Error(`no more than ${count - 1} calls came to the row`, { cause });
  } finally {
    // Nobody waits for the slower look: meanwhile the call would give up.
    stop.abort();
  }
}

async function isWaiting(
  pool: Pool,
  { count, activity, stop }: { count: number; activity: string; stop: AbortSignal },
) {
  const waiting = `select count(*)::integer as count from ${activity}
    where datname = current_database() and wait_event_type = 'Lock'`;
  const deadline = performance.now() + longestMs;
  while (performance.now() < deadline && !stop.aborted) {
    const { rows } = await pool.query<{ count: number }>(waiting);
    if ((rows[0]?.count ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('they have not come');
}
