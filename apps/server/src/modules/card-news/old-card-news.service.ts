import type { Db } from '../../lib/sql.ts';
import * as cardNews from './card-news.queries.ts';
import * as refundNews from './refund-news.queries.ts';

/** Longer than a fare or a refund is news: none is told twice because its row is gone. */
const days = 90;

/** Forgets what mails told long ago. */
export async function deleteOldCardNews(db: Db): Promise<void> {
  await cardNews.deleteOld(db, { days });
  await refundNews.deleteOld(db, { days });
}
