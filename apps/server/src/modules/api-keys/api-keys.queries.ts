import { apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import { statement } from '../../lib/sql.ts';
import {
  arrayOf,
  boolean,
  bytes,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

/** Frees the places of keys that have expired: their names may have a new key. */
export const revokeExpiredKeys = statement({
  name: 'api-keys.revokeExpiredKeys',
  text: `update api_keys set revoked_at = expires_at where revoked_at is null and expires_at <= now()`,
});

/** Stores a key in this place of its name; no row when the place is taken, or a valid key of this name is for another operator. */
export const insertKey = statement({
  name: 'api-keys.insertKey',
  values: {
    keyHash: bytes,
    name: text,
    operatorCode: nullable(text),
    scopes: arrayOf(oneOf(apiScopes)),
    days: integer,
    place: integer,
  },
  row: { key_id: uuid, expires_at: instant },
  text: `insert into api_keys (key_hash, name, operator_code, scopes, place, expires_at)
  select $keyHash, $name, $operatorCode, $scopes, $place, now() + make_interval(days => $days)
  where not exists (
    select
    from api_keys
    where name = $name and revoked_at is null and operator_code is distinct from $operatorCode
  )
  on conflict (name, place) where revoked_at is null do nothing
  returning key_id, expires_at`,
});

export const listKeys = statement({
  name: 'api-keys.listKeys',
  row: {
    key_id: uuid,
    name: text,
    operator_code: nullable(text),
    scopes: arrayOf(oneOf(apiScopes)),
    created_at: instant,
    last_used_at: nullable(instant),
    expires_at: instant,
    revoked_at: nullable(instant),
    /** A system uses it, or used it until its end; it ends within 30 days or ended within the last 30, and no key of its name lasts longer. */
    needs_new_key: notNull(boolean, 'of comparisons of times that are never null'),
  },
  text: `select key_id, name, operator_code, scopes, created_at, last_used_at, expires_at, revoked_at,
    coalesce(revoked_at, expires_at) = expires_at
      and abs(extract(epoch from expires_at - now())) < 30 * 86400
      and coalesce(last_used_at > least(now(), expires_at) - interval '30 days', false)
      and not exists (
        select
        from api_keys next
        where next.name = api_keys.name and next.revoked_at is null and next.expires_at > api_keys.expires_at
      ) as needs_new_key
  from api_keys
  order by name, created_at`,
});

/** Ends a key at once. No row when there is no such key, or it has ended before. */
export const revokeKey = statement({
  name: 'api-keys.revokeKey',
  values: { keyId: uuid },
  row: { name: text },
  text: `update api_keys set revoked_at = now() where key_id = $keyId and revoked_at is null returning name`,
});

/** Ends all keys at once; one row for each that had not ended. */
export const revokeAllKeys = statement({
  name: 'api-keys.revokeAllKeys',
  row: { key_id: uuid, name: text },
  text: `update api_keys set revoked_at = least(now(), expires_at) where revoked_at is null returning key_id, name`,
});
