import { apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import { statement } from '../lib/sql.ts';
import { arrayOf, boolean, bytes, notNull, nullable, oneOf, text, uuid } from '../lib/sql-types.ts';

/** The gate of every call of an operator's own systems: finds the key if it is valid, and the scopes it has. */
export const passKeyGate = statement({
  name: 'gate.passKey',
  values: { keyHash: bytes },
  row: {
    key_id: uuid,
    name: text,
    operator_code: nullable(text),
    scopes: arrayOf(oneOf(apiScopes)),
    /** Whether it is time to note that the key was used. */
    is_unnoted: notNull(boolean, 'coalesced with true'),
  },
  text: `select key_id, name, operator_code, scopes,
    coalesce(last_used_at < now() - interval '1 hour', true) as is_unnoted
  from api_keys
  where key_hash = $keyHash and revoked_at is null and expires_at > now()`,
});

/** Notes the hour in which a key was last used, so that most uses need no write. */
export const noteKeyUsed = statement({
  name: 'gate.noteKeyUsed',
  values: { keyId: uuid },
  text: `update api_keys set last_used_at = date_trunc('hour', now(), 'UTC')
  where key_id = $keyId and coalesce(last_used_at < date_trunc('hour', now(), 'UTC'), true)`,
});
