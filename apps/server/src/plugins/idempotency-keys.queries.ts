import { statement } from '../lib/sql.ts';
import { boolean, bytes, double, instant, integer, jsonb, notNull, nullable, text } from '../lib/sql-types.ts';

/**
 * Claims a key that is new, or that an earlier call has held too long without an answer: one row, or none. The instant until which
 * it is held tells this claim from a later one.
 */
export const claimKey = statement({
  name: 'idempotencyKeys.claim',
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

/** Stores the answer of a call, once: no row if another call holds the key by now, or has answered. */
export const rememberAnswer = statement({
  name: 'idempotencyKeys.remember',
  values: { caller: bytes, key: text, runningUntil: instant, status: integer, answer: jsonb<unknown>() },
  row: { key: text },
  text: `update idempotency_keys
  set status = $status, answer = $answer
  where caller = $caller and key = $key and running_until = $runningUntil and status is null
  returning key`,
});

/** Frees the key, since the call did nothing. A key that another call holds by now is left to it. */
export const releaseKey = statement({
  name: 'idempotencyKeys.release',
  values: { caller: bytes, key: text, runningUntil: instant },
  text: `delete from idempotency_keys
  where caller = $caller and key = $key and running_until = $runningUntil and status is null`,
});

/** Deletes keys after a week, but keeps those that may have begun something at this instant or later: a key is older than what it began. */
export const deleteOldKeys = statement({
  name: 'idempotencyKeys.deleteOld',
  values: { before: instant },
  text: `delete from idempotency_keys where created_at < least(now() - interval '7 days', $before::timestamptz - interval '1 hour')`,
});
