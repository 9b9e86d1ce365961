import { untypedStatement } from '../../lib/sql.ts';

/** A consent is given once per version and never changed. Values: passenger id, version, language, time or null for now. */
export const insertConsent = untypedStatement<{ version: string }>(
  'consents.insertConsent',
  `insert into consents (passenger_id, version, language, given_at)
  values ($1, $2, $3, coalesce($4, now()))
  on conflict (passenger_id, version) do nothing
  returning version`,
);
