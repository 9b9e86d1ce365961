import { statement } from '../lib/sql.ts';
import { boolean, bytes, double, instant, integer, jsonb, notNull, nullable, text } from '../lib/sql-types.ts';

/**
 * Takes a key that is new, or whose call ran for too long; no row when another call holds it or has answered. `running_until`
 * distinguishes this call from one that takes the key later.
 */
export const takeKey = statement({
  name: 'idempotencyKeys.take',
  values: { caller: bytes, key: text, call: text, requestHash: bytes, runningSeconds: double },
  row: { running_until: instant },
  text: `insert into idempotency_keys as known (caller, key, call, request_hash, running_until, created_at)
  values ($caller, $key, $call, $requestHash, now() + make_interval(secs => $runningSeconds), now())
  on conflict (caller, key) do update
  set running_until = excluded.running_until
  where known.status is null and known.running_until <= now() and known.request_hash = excluded.request_hash
  returning running_until`,
});

export const findKey = statement({
  name: 'idempotencyKeys.find',
  values: { caller: bytes, key: text, requestHash: bytes },
  row: {
    is_same: notNull(boolean, 'neither hash is null'),
    status: nullable(integer),
    answer: nullable(jsonb<unknown>()),
  },
  text: `select request_hash = $requestHash as is_same, status, answer
  from idempotency_keys
  where caller = $caller and key = $key`,
});

/** Writes down the answer of a call; no row when another call has taken the key over, or has answered. */
export const rememberAnswer = statement({
  name: 'idempotencyKeys.remember',
  values: { caller: bytes, key: text, runningUntil: instant, status: integer, answer: jsonb<unknown>() },
  row: { key: text },
  text: `update idempotency_keys
  set status = $status, answer = $answer
  where caller = $caller and key = $key and running_until = $runningUntil and status is null
  returning key`,
});

/** Frees the key of a call that did nothing. A key that another call has taken over stays with that call. */
export const releaseKey = statement({
  name: 'idempotencyKeys.release',
  values: { caller: bytes, key: text, runningUntil: instant },
  text: `delete from idempotency_keys
  where caller = $caller and key = $key and running_until = $runningUntil and status is null`,
});

/** Deletes keys after a week, but none from the hour before `before` or later: a key is older than what its call began. */
export const deleteOldKeys = statement({
  name: 'idempotencyKeys.deleteOld',
  values: { before: instant },
  text: `delete from idempotency_keys where created_at < least(now() - interval '7 days', $before::timestamptz - interval '1 hour')`,
});
