import { locales } from '@tapfolio/domain/locale.ts';
import { statement } from '../../lib/sql.ts';
import { instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** A consent is given once per version and never changed. */
export const insertConsent = statement({
  name: 'consents.insertConsent',
  values: { passengerId: uuid, version: text, language: oneOf(locales), givenAt: nullable(instant) },
  row: { version: text },
  text: `insert into consents (passenger_id, version, language, given_at)
  values ($passengerId, $version, $language, coalesce($givenAt, now()))
  on conflict (passenger_id, version) do nothing
  returning version`,
});
