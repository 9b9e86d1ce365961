import { statement } from '@tapfolio/server/src/lib/sql.ts';

/** What only the operator's back office does. Values: address, status, whether the password must be changed. */
export const updateState = statement(
  'demo.updateState',
  `update passengers set status = $2, must_change_password = $3 where email = $1`,
);
