import { statement } from '../lib/sql.ts';
import { bytes, text } from '../lib/sql-types.ts';

/** Writes down a key's fingerprint unless there is one; no row if there is. */
export const insertKeyCheck = statement({
  name: 'keyChecks.insert',
  values: { name: text, fingerprint: bytes },
  row: { name: text },
  text: `insert into key_checks (name, fingerprint)
  values ($name, $fingerprint)
  on conflict do nothing
  returning name`,
});

export const setKeyCheck = statement({
  name: 'keyChecks.set',
  values: { name: text, fingerprint: bytes },
  text: `insert into key_checks (name, fingerprint)
  values ($name, $fingerprint)
  on conflict (name) do update set fingerprint = excluded.fingerprint`,
});

export const listKeyChecks = statement({
  name: 'keyChecks.list',
  row: { name: text, fingerprint: bytes },
  text: 'select name, fingerprint from key_checks',
});
