import { untypedStatement } from '@tapfolio/server/src/lib/sql.ts';

/** What only the operator's back office does. Values: address, status, whether the password must be changed. */
export const updateState = untypedStatement(
  'demo.updateState',
  `update passengers set status = $2, must_change_password = $3 where email = $1`,
);

/**
 * The identity provider of the city has another address when its port was taken at a start, and is the same all the
 * same: its people keep their accounts. Values: issuer.
 */
export const moveIdentities = untypedStatement(
  'demo.moveIdentities',
  `update sso_identities set issuer = $1 where issuer <> $1 and issuer like 'http://localhost:%'`,
);
