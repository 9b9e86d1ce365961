import { statement } from '../lib/sql.ts';
import { arrayOf, bytes, integer, notNull, nullable, uuid } from '../lib/sql-types.ts';

/**
 * Ends what an old password gave access to, in one statement: all sessions except one, the code by mail, and the passkeys that
 * are not on the list; without a list (null) all passkeys stay. Returns how many passkeys were removed and how many are left.
 */
export const endOldAccess = statement({
  name: 'signIn.endOldAccess',
  values: { passengerId: uuid, keptSession: nullable(bytes), keptPasskeys: nullable(arrayOf(uuid)) },
  row: { removed: notNull(integer, 'a count'), kept: notNull(integer, 'a count') },
  text: `with sessions_ended as (
    delete from sessions where passenger_id = $passengerId and token_hash is distinct from $keptSession
  ), codes_ended as (
    delete from sign_in_codes where passenger_id = $passengerId
  ), removed as (
    delete from passkeys where passenger_id = $passengerId and passkey_id <> all($keptPasskeys::uuid[]) returning passkey_id
  )
  select (select count(*)::integer from removed) as removed, count(*)::integer as kept
  from passkeys
  where passenger_id = $passengerId and passkey_id not in (select passkey_id from removed)`,
});
