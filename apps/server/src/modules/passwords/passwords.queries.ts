import { statement } from '../../lib/sql.ts';

/** Replaces a hash by a stronger one of the same password, unless it was changed meanwhile. Values: passenger id, old, new. */
export const replaceHash = statement(
  'passwords.replaceHash',
  `update credentials set password_hash = $3 where passenger_id = $1 and password_hash = $2`,
);

/** Values: token hash, reset id, passenger id, purpose, minutes it is good for. */
export const insertReset = statement(
  'passwords.insertReset',
  `insert into password_resets (token_hash, reset_id, passenger_id, purpose, expires_at)
  values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
);
