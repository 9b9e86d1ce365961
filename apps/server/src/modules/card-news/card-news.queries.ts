import { cardNewsKinds } from '@tapfolio/domain/card-news.ts';
import { debtStates } from '@tapfolio/domain/debt-states.ts';
import { shownFrom } from '../../gate/own-media.sql.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  character,
  day,
  instant,
  integer,
  notNull,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { operatorDays, serviceDay } from '../travel/service-day.sql.ts';
import { isRecentFare } from './recent-fare.sql.ts';

/** The card that shows a medium, as its passenger has it: it may have another medium since. */
export const findCard = statement({
  name: 'cardNews.findCard',
  values: { passengerId: uuid, mediumId: uuid },
  row: {
    card_id: integer,
    name: text,
    medium_id: uuid,
    unwanted_news: arrayOf(oneOf(cardNewsKinds)),
    linked_at: instant,
    shown_from: notNull(instant, 'coalesced'),
  },
  text: `select card.card_id, card.name, card.medium_id, passenger.unwanted_news, card.linked_at, ${shownFrom('own.medium_id')} as shown_from
  from cards own
  join cards card on card.passenger_id = $passengerId
    and card.card_id = coalesce(own.successor_card_id, own.card_id)
  join passengers passenger on passenger.passenger_id = $passengerId
  where own.passenger_id = $passengerId and own.medium_id = $mediumId`,
});

/** The medium of a card, and those that the bank has replaced by it. */
export const listMedia = statement({
  name: 'cardNews.listMedia',
  values: { passengerId: uuid, cardId: integer },
  row: { medium_id: uuid },
  text: `select medium_id
  from cards
  where passenger_id = $passengerId and (card_id = $cardId or successor_card_id = $cardId)
  order by medium_id`,
});

/**
 * The fares of a medium that keep it from travelling. They stay as they are until the transaction ends: who settles one afterwards sees what
 * was told of it.
 */
export const lockOpenFares = statement({
  name: 'cardNews.lockOpenFares',
  values: { mediumId: uuid, linkedAt: instant, shownFrom: instant },
  row: {
    payment_id: uuid,
    opened_at: instant,
    state: oneOf(debtStates),
    is_news: notNull(boolean, 'compares what is never null'),
  },
  text: `select payment_id, opened_at, state,
    opened_at >= greatest($linkedAt::timestamptz, $shownFrom::timestamptz) and ${isRecentFare('opened_at')} as is_news
  from debts
  where medium_id = $mediumId and state <> 'ready'
  order by opened_at, payment_id
  for share`,
});

/** Whether a fare keeps a medium from travelling. */
export const findOpenFare = statement({
  name: 'cardNews.findOpenFare',
  values: { mediumId: uuid },
  row: { payment_id: uuid },
  text: `select payment_id from debts where medium_id = $mediumId and state <> 'ready' limit 1`,
});

export const findStatus = statement({
  name: 'cardNews.findStatus',
  values: { mediumId: uuid },
  row: { status: text },
  text: `select status from media where medium_id = $mediumId`,
});

/** What a mail says of fares: the amount, and the operator's day as the screens show it. */
export const listFares = statement({
  name: 'cardNews.listFares',
  values: { mediumId: uuid, paymentIds: arrayOf(uuid) },
  row: { due_minor: bigint, currency: character, service_day: notNull(day, 'computed where there is no payment') },
  text: `select debt.due_minor, debt.currency, coalesce(
      payment.service_day,
      ${serviceDay({ at: 'debt.opened_at', ...operatorDays })}
    ) as service_day
  from debts debt
  join operators operator on operator.operator_code = debt.operator_code
  left join payments payment on payment.medium_id = debt.medium_id
    and payment.opened_at = debt.opened_at
    and payment.payment_id = debt.payment_id
  where debt.medium_id = $mediumId and debt.payment_id = any($paymentIds)
  order by debt.opened_at, debt.payment_id`,
});

export type FareRow = ResultRow<typeof listFares>;

/** Takes the fares of which no mail has told yet: of two workers that take the same one, one gets it. */
export const noteRefused = statement({
  name: 'cardNews.noteRefused',
  values: { passengerId: uuid, cardId: integer, paymentIds: arrayOf(uuid), pauseHours: integer },
  row: { payment_id: uuid, refused_at: instant },
  text: `insert into card_news as known (passenger_id, card_id, payment_id)
  select $passengerId, $cardId, payment_id
  from unnest($paymentIds::uuid[]) as fare (payment_id)
  on conflict (passenger_id, card_id, payment_id) do update set refused_at = now(), accepted_at = null
    where known.accepted_at < now() - make_interval(hours => $pauseHours)
  returning payment_id, refused_at`,
});

/** The seconds until the first of these fares may be told again. No row if none has to wait. */
export const findPause = statement({
  name: 'cardNews.findPause',
  values: { passengerId: uuid, cardId: integer, paymentIds: arrayOf(uuid), pauseHours: integer },
  row: { seconds: notNull(integer, 'of rows that have the time') },
  text: `select 1 + floor(extract(epoch from accepted_at + make_interval(hours => $pauseHours) - now()))::integer as seconds
  from card_news
  where passenger_id = $passengerId and card_id = $cardId and payment_id = any($paymentIds) and accepted_at is not null
  order by accepted_at
  limit 1`,
});

/** Takes the fares of a card whose mails said that it is refused. */
export const noteAccepted = statement({
  name: 'cardNews.noteAccepted',
  values: { passengerId: uuid, cardId: integer },
  row: { payment_id: uuid, accepted_at: notNull(instant, 'set just now') },
  text: `update card_news
  set accepted_at = now()
  where passenger_id = $passengerId and card_id = $cardId and accepted_at is null
  returning payment_id, accepted_at`,
});

/** Gives back what was taken for a mail that could not be sent. */
export const forgetRefused = statement({
  name: 'cardNews.forgetRefused',
  values: { passengerId: uuid, cardId: integer, refusedAt: instant },
  text: `delete from card_news
  where passenger_id = $passengerId and card_id = $cardId and refused_at = $refusedAt and accepted_at is null`,
});

export const forgetAccepted = statement({
  name: 'cardNews.forgetAccepted',
  values: { passengerId: uuid, cardId: integer, acceptedAt: instant },
  text: `update card_news
  set accepted_at = null
  where passenger_id = $passengerId and card_id = $cardId and accepted_at = $acceptedAt`,
});

export const deleteOld = statement({
  name: 'cardNews.deleteOld',
  values: { days: integer },
  text: `delete from card_news where refused_at < now() - make_interval(days => $days)`,
});
