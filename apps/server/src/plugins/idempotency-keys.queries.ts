import { statement } from '../lib/sql.ts';
import { boolean, bytes, double, instant, integer, jsonb, notNull, nullable, text } from '../lib/sql-types.ts';

/** Takes a key that is new, or whose call was given up by whoever ran it: one row, or none. */
export const claimKey = statement({
  name: 'idempotencyKeys.claim',
  values: { caller: bytes, key: text, call: text, requestHash: bytes, runningSeconds: double },
  row: { key: text },
  text: `insert into idempotency_keys as known (caller, key, call, request_hash, running_until, created_at)
  values ($caller, $key, $call, $requestHash, now() + make_interval(secs => $runningSeconds), now())
  on conflict (caller, key) do update
  set running_until = excluded.running_until
  where known.status is null and known.running_until <= now() and known.request_hash = excluded.request_hash
  returning key`,
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

/** Writes down what a call answered, once: no row when the key has an answer, or is not claimed any more. */
export const rememberAnswer = statement({
  name: 'idempotencyKeys.remember',
  values: { caller: bytes, key: text, status: integer, answer: jsonb<unknown>() },
  row: { key: text },
  text: `update idempotency_keys
  set status = $status, answer = $answer
  where caller = $caller and key = $key and status is null
  returning key`,
});

/** Lets the key be used again: the call came to nothing. */
export const releaseKey = statement({
  name: 'idempotencyKeys.release',
  values: { caller: bytes, key: text },
  text: `delete from idempotency_keys
  where caller = $caller and key = $key and status is null`,
});

/** Forgets keys after a week, but none that is younger than this. */
export const deleteOldKeys = statement({
  name: 'idempotencyKeys.deleteOld',
  values: { before: instant },
  text: `delete from idempotency_keys where created_at < least(now() - interval '7 days', $before::timestamptz)`,
});
