import { untypedStatement } from '../lib/sql.ts';

/** Writes down a key's fingerprint unless there is one. Values: name, fingerprint. */
export const insertKeyCheck = untypedStatement(
  'keyChecks.insert',
  `insert into key_checks (name, fingerprint)
  values ($1, $2)
  on conflict do nothing`,
);

export const listKeyChecks = untypedStatement<{ name: string; fingerprint: Buffer }>(
  'keyChecks.list',
  'select name, fingerprint from key_checks',
);
