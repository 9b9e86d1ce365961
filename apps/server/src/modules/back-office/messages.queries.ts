import { backOfficeKinds } from '../../gateways/back-office.ts';
import { statement } from '../../lib/sql.ts';
import { bigint, character, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';

/**
 * Takes the next number of a medium. The row stays locked until the transaction ends: the message that is committed first has the
 * lower number. A number is at least the seconds since 1970: after a restore of an older database it is higher than the numbers that
 * the back office took before, and would otherwise ignore.
 */
export const takeNumber = statement({
  name: 'backOffice.takeNumber',
  values: { mediumId: uuid },
  row: { message_number: bigint },
  text: `insert into back_office_media as known (medium_id, last_number, next_at)
  values ($mediumId, floor(extract(epoch from now())), now())
  on conflict (medium_id) do update set
    last_number = greatest(known.last_number + 1, excluded.last_number),
    next_at = coalesce(known.next_at, excluded.next_at)
  returning last_number as message_number`,
});

export const insertMessage = statement({
  name: 'backOffice.insertMessage',
  values: {
    mediumId: uuid,
    number: bigint,
    messageId: uuid,
    paymentId: uuid,
    operatorCode: text,
    srid: text,
    kind: oneOf(backOfficeKinds),
    amountMinor: bigint,
    currency: character,
  },
  text: `insert into back_office_messages
    (medium_id, message_number, message_id, payment_id, operator_code, srid, kind, amount_minor, currency, created_at)
  values
    ($mediumId, $number, $messageId, $paymentId, $operatorCode, $srid, $kind, $amountMinor, $currency, now())`,
});

/** Enqueues the job that sends the messages of a medium, to run at `runAt`, or at once when it is null. */
export const wake = statement({
  name: 'backOffice.wake',
  values: { mediumId: uuid, runAt: nullable(instant) },
  text: 'select from wake_back_office($mediumId, $runAt)',
});
