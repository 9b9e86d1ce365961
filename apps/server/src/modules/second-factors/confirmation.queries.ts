import { untypedStatement } from '../../lib/sql.ts';

/** Values: token hash. */
export const findFreshProof = untypedStatement<{ token_hash: Buffer }>(
  'confirmation.findFreshProof',
  `select token_hash from sessions where token_hash = $1 and proven_at > now() - interval '5 minutes'`,
);

/** Values: token hash. */
export const noteProof = untypedStatement(
  'confirmation.noteProof',
  `update sessions set proven_at = now() where token_hash = $1`,
);

/** Values: passenger id. */
export const findPasswordHash = untypedStatement<{ password_hash: string }>(
  'confirmation.findPasswordHash',
  `select password_hash from credentials where passenger_id = $1`,
);
