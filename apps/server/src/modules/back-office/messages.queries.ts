import { backOfficeKinds } from '../../gateways/back-office.ts';
import { statement } from '../../lib/sql.ts';
import { arrayOf, bigint, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** The whole seconds from 1970 to an instant, without a function that depends on settings: a cluster allows none in `on conflict`. */
const secondsUntil = (instant: string) =>
  `floor(extract(epoch from ${instant} - timestamptz '1970-01-01 00:00:00+00'))::bigint`;

/** How many numbers the staged row takes: it has the last of them if the medium is new. */
const taken = `excluded.last_number - ${secondsUntil('excluded.next_at')} + 1`;

/**
 * Takes the next numbers of media, one for each time that a medium is named, and returns the last of each. The rows stay locked
 * until the transaction ends: the message that is committed first has the lower number. A number is at least the seconds since 1970: after
 * a restore of an older database it is higher than the numbers that the back office took before, and would otherwise ignore.
 */
export const takeNumbers = statement({
  name: 'backOffice.takeNumbers',
  values: { mediumIds: arrayOf(uuid) },
  row: { medium_id: uuid, last_number: bigint },
  text: `insert into back_office_media as known (medium_id, last_number, next_at)
  select medium_id, ${secondsUntil('now()')} + count(*) - 1, now()
  from unnest($mediumIds::uuid[]) as told (medium_id)
  group by medium_id
  order by medium_id
  on conflict (medium_id) do update set
    last_number = greatest(known.last_number + ${taken}, excluded.last_number),
    next_at = coalesce(known.next_at, excluded.next_at)
  returning medium_id, last_number`,
});

/** The items of the lists that stand at one place are one message. */
export const insertMessages = statement({
  name: 'backOffice.insertMessages',
  values: {
    mediumIds: arrayOf(uuid),
    numbers: arrayOf(bigint),
    messageIds: arrayOf(uuid),
    paymentIds: arrayOf(uuid),
    operatorCodes: arrayOf(text),
    srids: arrayOf(text),
    kinds: arrayOf(oneOf(backOfficeKinds)),
    amountsMinor: arrayOf(bigint),
    currencies: arrayOf(text),
  },
  text: `insert into back_office_messages
    (medium_id, message_number, message_id, payment_id, operator_code, srid, kind, amount_minor, currency, created_at)
  select medium_id, message_number, message_id, payment_id, operator_code, srid, kind, amount_minor, currency, now()
  from unnest(
    $mediumIds::uuid[], $numbers::bigint[], $messageIds::uuid[], $paymentIds::uuid[], $operatorCodes::text[],
    $srids::text[], $kinds::text[], $amountsMinor::bigint[], $currencies::text[]
  ) as told (medium_id, message_number, message_id, payment_id, operator_code, srid, kind, amount_minor, currency)`,
});

/** Enqueues for each medium the job that sends its messages, to run at `runAt`, or at once when it is null. */
export const wake = statement({
  name: 'backOffice.wake',
  values: { mediumIds: arrayOf(uuid), runAt: nullable(instant) },
  text: 'select from wake_back_office_of($mediumIds, $runAt)',
});
