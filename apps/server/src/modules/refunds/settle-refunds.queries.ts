import { refundStates } from '@tapfolio/domain/refund-states.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, character, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { serviceDay } from '../travel/service-day.sql.ts';

/** Locks the refunds of one statement reference in a fixed order: the worker and the importer take turns. */
export const lockRefunds = statement({
  name: 'refunds.lockOfReference',
  values: { mediumId: uuid, srid: text },
  row: {
    refund_id: uuid,
    operator_code: text,
    amount_minor: bigint,
    currency: character,
    state: oneOf(refundStates),
    bank_reference: nullable(text),
    requested_at: instant,
    closed_at: nullable(instant),
    delivered_id: nullable(uuid),
    given_minor: nullable(bigint),
    given_currency: nullable(character),
  },
  text: `select refund_id, operator_code, amount_minor, currency, state, bank_reference, requested_at, closed_at, delivered_id,
    given_minor, given_currency
  from refunds
  where medium_id = $mediumId and srid = $srid
  order by requested_at, refund_id
  for update`,
});

export type LockedRefund = ResultRow<typeof lockRefunds>;

/** The delivered refunds of a statement reference. */
export const listDeliveredRefunds = statement({
  name: 'refunds.listDelivered',
  values: { mediumId: uuid, srid: text, ownIds: arrayOf(uuid) },
  row: {
    settlement_id: uuid,
    amount_minor: bigint,
    retrieval_reference: nullable(text),
    requested_at: nullable(instant),
  },
  text: `select settlement_id, amount_minor, retrieval_reference, requested_at
  from settlements
  where medium_id = $mediumId
    and srid = $srid
    and kind = 'refund'
    and approved
    and settlement_id <> all($ownIds)
  order by requested_at nulls last, settlement_id`,
});

/** The movement of a refund of ours, until a delivery has brought it. */
export const insertOwnMove = statement({
  name: 'refunds.insertMove',
  values: {
    mediumId: uuid,
    refundId: uuid,
    operatorCode: text,
    srid: text,
    amountMinor: bigint,
    at: instant,
    bankReference: nullable(text),
  },
  text: `insert into settlements
    (medium_id, settlement_id, operator_code, srid, kind, direction, amount_minor, approved, requested_at,
    retrieval_reference, exported_at, file_id, line_number)
  values
    ($mediumId, $refundId, $operatorCode, $srid, 'refund', 'credit', $amountMinor, true, $at, $bankReference, $at, 0, 0)
  on conflict do nothing`,
});

/** The payment that shows it in the history: nothing is due, and the amount paid is negative. */
export const insertOwnPayment = statement({
  name: 'refunds.insertPayment',
  values: {
    mediumId: uuid,
    refundId: uuid,
    operatorCode: text,
    srid: text,
    amountMinor: bigint,
    currency: character,
    at: instant,
  },
  text: `insert into payments
    (medium_id, opened_at, payment_id, operator_code, srid, reason, method, status, due_minor, paid_minor, currency,
    service_day, closed_at, updated_at, exported_at, file_id, line_number)
  select $mediumId, $at, $refundId, operator_code, $srid, 'refund', 'emv', 'accepted', 0, - $amountMinor::bigint, $currency,
    ${serviceDay({ at: '$at::timestamptz', timeZone: 'time_zone', dayCut: 'day_cut' })}, $at, $at, $at, 0, 0
  from operators
  where operator_code = $operatorCode
  on conflict do nothing`,
});

export const deleteOwnMove = statement({
  name: 'refunds.deleteMove',
  values: { mediumId: uuid, refundId: uuid },
  text: 'delete from settlements where medium_id = $mediumId and settlement_id = $refundId',
});

export const deleteOwnPayment = statement({
  name: 'refunds.deletePayment',
  values: { mediumId: uuid, refundId: uuid, openedAt: instant },
  text: 'delete from payments where medium_id = $mediumId and opened_at = $openedAt and payment_id = $refundId',
});

export const noteDelivered = statement({
  name: 'refunds.noteDelivered',
  values: { mediumId: uuid, refundId: uuid, deliveredId: nullable(uuid) },
  text: `update refunds set delivered_id = $deliveredId
  where medium_id = $mediumId and refund_id = $refundId and delivered_id is distinct from $deliveredId`,
});
