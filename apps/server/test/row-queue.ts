import type { Pool, PoolClient } from 'pg';
import { isOnCluster } from './test-database.ts';

/**
 * Lets calls meet at one passenger's row in a known order: each is started, judges what it has to judge, and then queues for
 * the row; when all queue, they go on one after the other. Gives what came of each.
 */
export async function queueForPassenger<Outcome>(
  pool: Pool,
  passengerId: string,
  calls: readonly (() => Promise<Outcome>)[],
): Promise<Outcome[]> {
  const holder = await pool.connect();
  const outcomes: Promise<Outcome>[] = [];
  try {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    await holder.query('begin');
    await holder.query('select from passengers where passenger_id = $1 for update', [passengerId]);
    for (const call of calls) {
      outcomes.push(call());
      await untilWaiting(pool, outcomes.length, queueBehind(rows[0]?.pid ?? 0));
    }
  } finally {
    await holder.query('commit');
    holder.release();
  }
  return await Promise.all(outcomes);
}

/**
 * Does something in the middle of a call: holds what `lock` locks, starts the call, waits until it waits for that, acts, and
 * lets go. Gives what came of the call.
 */
export async function actMeanwhile<Outcome>(
  pool: Pool,
  { lock, call, act }: { lock: string; call: () => Promise<Outcome>; act: (holder: PoolClient) => Promise<unknown> },
): Promise<Outcome> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(lock);
    const outcome = call();
    await untilWaiting(pool, 1);
    await act(holder);
    await holder.query('commit');
    return await outcome;
  } finally {
    holder.release();
  }
}

/**
 * Who waits for what this connection has locked, or behind one that does: another lock that a call meets on its way is none of
 * these. On a cluster the rows of accounts all lie on its first node.
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
/** Rows of travel are locked on the node that has them. To ask all nodes takes a tenth of a second. */
const ofAllServers = () => (isOnCluster() ? 'citus_stat_activity' : 'pg_stat_activity');

/** Until so many connections wait for a lock. */
export async function untilWaiting(pool: Pool, count: number, activity = ofAllServers()): Promise<void> {
  const waiting = `select count(*)::integer as count from ${activity}
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (let look = 0; look < 200; look += 1) {
    const { rows } = await pool.query<{ count: number }>(waiting);
    if ((rows[0]?.count ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no more than ${count - 1} calls came to the row`);
}
