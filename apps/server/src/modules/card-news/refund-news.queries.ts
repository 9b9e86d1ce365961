import { refundStates } from '@tapfolio/domain/refund-states.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  character,
  instant,
  integer,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

const byCard = { passengerId: uuid, cardId: integer };
const ofCard = 'passenger_id = $passengerId and card_id = $cardId';

/** The refunds of ours among these lines of the history, under our id or that of their delivery. */
export const listOwn = statement({
  name: 'refundNews.listOwn',
  values: { mediumId: uuid, ids: arrayOf(uuid) },
  row: { refund_id: uuid, delivered_id: nullable(uuid), state: oneOf(refundStates), reason: text },
  text: `select refund_id, delivered_id, state, reason
  from refunds
  where medium_id = $mediumId and (refund_id = any($ids) or delivered_id = any($ids))`,
});

export type OwnRefund = ResultRow<typeof listOwn>;

/** Those of these refunds that the history of a medium shows since an instant. */
export const listShown = statement({
  name: 'refundNews.listShown',
  values: { mediumId: uuid, ids: arrayOf(uuid), since: instant },
  row: { payment_id: uuid },
  text: `select payment_id
  from payments
  where medium_id = $mediumId and opened_at >= $since and payment_id = any($ids)`,
});

/** Of which refunds to a card mails have told. */
export const listTold = statement({
  name: 'refundNews.listTold',
  values: byCard,
  row: {
    refund_id: uuid,
    amount_minor: bigint,
    currency: character,
    given_at: instant,
    undone_at: nullable(instant),
    is_sent: boolean,
  },
  text: `select refund_id, amount_minor, currency, given_at, undone_at, is_sent
  from refund_news
  where ${ofCard}
  order by given_at, refund_id`,
});

export type ToldRefund = ResultRow<typeof listTold>;

/**
 * Takes the refunds of which no mail has told yet: of two workers that take the same one, one gets it. One that did not last and was made after all
 * is told again, at most once a day.
 */
export const noteGiven = statement({
  name: 'refundNews.noteGiven',
  values: {
    ...byCard,
    refundIds: arrayOf(uuid),
    amounts: arrayOf(bigint),
    currencies: arrayOf(text),
    times: arrayOf(instant),
    isSent: boolean,
  },
  row: { refund_id: uuid, told_at: instant },
  text: `insert into refund_news as known (passenger_id, card_id, refund_id, amount_minor, currency, given_at, is_sent)
  select $passengerId, $cardId, refund_id, amount_minor, currency, given_at, $isSent::boolean
  from unnest($refundIds::uuid[], $amounts::bigint[], $currencies::text[], $times::timestamptz[])
    as given (refund_id, amount_minor, currency, given_at)
  on conflict (passenger_id, card_id, refund_id) do update set told_at = now(), undone_at = null, is_sent = excluded.is_sent
    where known.undone_at is not null and known.told_at < now() - interval '1 day'
  returning refund_id, told_at`,
});

/** Takes refunds that did not last. */
export const noteUndone = statement({
  name: 'refundNews.noteUndone',
  values: { ...byCard, refundIds: arrayOf(uuid) },
  row: { refund_id: uuid, undone_at: nullable(instant) },
  text: `update refund_news
  set undone_at = now()
  where ${ofCard} and refund_id = any($refundIds) and undone_at is null
  returning refund_id, undone_at`,
});

/** Gives back what was taken for a mail that could not be sent. */
export const forgetGiven = statement({
  name: 'refundNews.forgetGiven',
  values: { ...byCard, toldAt: instant },
  text: `delete from refund_news where ${ofCard} and told_at = $toldAt and undone_at is null`,
});

export const forgetUndone = statement({
  name: 'refundNews.forgetUndone',
  values: { ...byCard, undoneAt: instant },
  text: `update refund_news set undone_at = null where ${ofCard} and undone_at = $undoneAt`,
});

export const deleteOld = statement({
  name: 'refundNews.deleteOld',
  values: { days: integer },
  text: `delete from refund_news where told_at < now() - make_interval(days => $days)`,
});
