import { statement } from '../../lib/sql.ts';
import { arrayOf, integer, uuid } from '../../lib/sql-types.ts';

/** Enqueues the mails about refunds to these cards, as far as accounts have them. */
export const wake = statement({
  name: 'refundNews.wake',
  values: { media: arrayOf(uuid), waitSeconds: integer },
  text: 'select from wake_refund_news($media, $waitSeconds)',
});
