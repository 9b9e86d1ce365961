import { locales } from '@tapfolio/domain/locale.ts';
import { statement } from '../../lib/sql.ts';
import { oneOf, text, uuid } from '../../lib/sql-types.ts';

export const findRecipient = statement({
  name: 'mails.findRecipient',
  values: { passengerId: uuid },
  row: { email: text, display_language: oneOf(locales) },
  text: `select email, display_language from passengers where passenger_id = $passengerId and status = 'active'`,
});
