import type { Locale } from '@tapfolio/domain/locale.ts';
import { untypedStatement } from '../../lib/sql.ts';

/** Values: passenger id. */
export const findRecipient = untypedStatement<{ email: string; display_language: Locale }>(
  'mails.findRecipient',
  `select email, display_language from passengers where passenger_id = $1 and status = 'active'`,
);
