import { statement } from '../../lib/sql.ts';
import { arrayOf, boolean, bytes, double, integer, notNull } from '../../lib/sql-types.ts';

/**
 * Takes a place in every bucket that has one, before the outcome is known: counted failures plus attempts still being
 * evaluated never exceed the limit, in any number of processes. A bucket whose failures alone fill it is full; one that
 * is merely busy may have room in a moment. If one is seen to have no room, nothing is written at all, so that a flood costs
 * only reads.
 */
export const reserve = statement({
  name: 'throttles.reserve',
  values: {
    buckets: arrayOf(bytes),
    limits: arrayOf(integer),
    windowSeconds: arrayOf(integer),
    leaseSeconds: double,
  },
  row: {
    bucket: notNull(bytes, 'one of the buckets that were given'),
    reserved: notNull(boolean, 'is not null'),
    is_full: notNull(boolean, 'coalesced with false'),
  },
  text: `with wanted as (
    select *
    from unnest($buckets::bytea[], $limits::integer[], $windowSeconds::integer[]) as w (bucket, most, window_seconds)
  ), crowded as (
    select from throttles t join wanted using (bucket)
    where t.window_ends_at > now()
      and t.failures + case when t.pending_until > now() then t.pending else 0 end >= wanted.most
  ), reserved as (
    insert into throttles as t (bucket, failures, pending, pending_until, window_ends_at)
    select bucket, 0, 1, now() + make_interval(secs => $leaseSeconds), now() + make_interval(secs => window_seconds)
    from wanted
    where not exists (select from crowded)
    on conflict (bucket) do update set
      failures = case when t.window_ends_at > now() then t.failures else 0 end,
      pending = 1 + case when t.pending_until > now() then t.pending else 0 end,
      pending_until = excluded.pending_until,
      window_ends_at = case when t.window_ends_at > now() then t.window_ends_at else excluded.window_ends_at end
    where t.window_ends_at <= now()
      or t.failures + case when t.pending_until > now() then t.pending else 0 end
        < (select most from wanted where wanted.bucket = t.bucket)
    returning bucket
  )
  select wanted.bucket,
    reserved.bucket is not null as reserved,
    coalesce(t.failures >= wanted.most and t.window_ends_at > now(), false) as is_full
  from wanted
  left join reserved using (bucket)
  left join throttles t on t.bucket = wanted.bucket`,
});

/**
 * Frees places and records the outcome: failures to add (0 or 1), whether earlier failures are forgiven, whether a
 * failure restarts the window. Rows are locked in order, so that there are no deadlocks.
 */
export const recordOutcomes = statement({
  name: 'throttles.recordOutcomes',
  values: {
    buckets: arrayOf(bytes),
    failures: arrayOf(integer),
    forgives: arrayOf(boolean),
    extends: arrayOf(boolean),
    windowSeconds: arrayOf(integer),
  },
  text: `with outcome as (
    select *
    from unnest(
      $buckets::bytea[], $failures::integer[], $forgives::boolean[], $extends::boolean[], $windowSeconds::integer[]
    ) as o (bucket, failed, forgive, extend, window_seconds)
  ), locked as (
    select bucket from throttles where bucket = any($buckets) order by bucket for update
  )
  update throttles t set
    pending = greatest(t.pending - 1, 0),
    failures = case when outcome.forgive then 0 else t.failures + outcome.failed end,
    window_ends_at = case
      when outcome.failed > 0 and outcome.extend then now() + make_interval(secs => outcome.window_seconds)
      else t.window_ends_at
    end
  from outcome
  join locked using (bucket)
  where t.bucket = outcome.bucket`,
});

/** Whether anything failed in one of these buckets while its window lasts: one row or none. */
export const findFailure = statement({
  name: 'throttles.findFailure',
  values: { buckets: arrayOf(bytes) },
  row: {},
  text: `select
  from throttles
  where bucket = any($buckets) and failures > 0 and window_ends_at > now()
  limit 1`,
});

/** Deletes rows whose window has ended and that have no attempt under way, and those of a clock that was far ahead: no window is that long. Locked in order, too. */
export const deleteEnded = statement({
  name: 'throttles.deleteEnded',
  text: `with locked as (
    select bucket
    from throttles
    where greatest(window_ends_at, pending_until) <= now() or window_ends_at > now() + interval '25 hours'
    order by bucket
    for update
  )
  delete from throttles using locked where throttles.bucket = locked.bucket`,
});

/** Deletes these buckets; locked in order, too. */
export const deleteBuckets = statement({
  name: 'throttles.deleteBuckets',
  values: { buckets: arrayOf(bytes) },
  text: `with locked as (
    select bucket from throttles where bucket = any($buckets) order by bucket for update
  )
  delete from throttles using locked where throttles.bucket = locked.bucket`,
});
