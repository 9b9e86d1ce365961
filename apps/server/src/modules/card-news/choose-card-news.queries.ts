import { cardNewsKinds } from '@tapfolio/domain/card-news.ts';
import { statement } from '../../lib/sql.ts';
import { arrayOf, oneOf, uuid } from '../../lib/sql-types.ts';

/** What is chosen of the other kinds stays (`kept`). No row if the account is not open, or exactly this news is turned off already. */
export const updateUnwanted = statement({
  name: 'cardNews.updateUnwanted',
  values: { passengerId: uuid, unwanted: arrayOf(oneOf(cardNewsKinds)), kept: arrayOf(oneOf(cardNewsKinds)) },
  row: { passenger_id: uuid },
  text: `update passengers
  set unwanted_news = $unwanted::text[] || array(select kind from unnest(unwanted_news) as kind where kind = any($kept))
  where passenger_id = $passengerId
    and status = 'active'
    and not (unwanted_news @> $unwanted::text[] and unwanted_news <@ ($unwanted::text[] || $kept::text[]))
  returning passenger_id`,
});

/** No row if the account is not open, or the news is turned off already. */
export const addUnwanted = statement({
  name: 'cardNews.addUnwanted',
  values: { passengerId: uuid, kinds: arrayOf(oneOf(cardNewsKinds)) },
  row: { passenger_id: uuid },
  text: `update passengers
  set unwanted_news = unwanted_news || $kinds::text[]
  where passenger_id = $passengerId and status <> 'anonymised' and not unwanted_news @> $kinds::text[]
  returning passenger_id`,
});
