import { statement } from '../../lib/sql.ts';
import { arrayOf, integer, uuid } from '../../lib/sql-types.ts';

/** Enqueues the mails about these cards, as far as accounts have them. */
export const wake = statement({
  name: 'cardNews.wake',
  values: { refused: arrayOf(uuid), settled: arrayOf(uuid), waitSeconds: integer },
  text: 'select from wake_card_news($refused, $settled, $waitSeconds)',
});
