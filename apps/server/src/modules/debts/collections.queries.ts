import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  bigint,
  boolean,
  character,
  day,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { bankTryStatements } from '../bank-tries/bank-tries.sql.ts';

/** The persons who may request a collection. */
export const askers = ['passenger', 'guest'] as const;
/** How a collection can end. */
const collectionOutcomes = ['approved', 'declined', 'not_charged'] as const;

const newTry = {
  mediumId: uuid,
  collectionId: uuid,
  paymentId: uuid,
  operatorCode: text,
  srid: text,
  amountMinor: bigint,
  currency: character,
  attemptKey: uuid,
};

/** An index allows one open collection for a debt: the second insert returns no row. */
export const insertCollection = statement({
  name: 'collections.insert',
  values: { ...newTry, askedBy: oneOf(askers) },
  row: { collection_id: uuid },
  text: `insert into collections
    (medium_id, collection_id, payment_id, operator_code, srid, amount_minor, currency, attempt_key, asked_by, requested_at,
    next_at)
  values
    ($mediumId, $collectionId, $paymentId, $operatorCode, $srid, $amountMinor, $currency, $attemptKey, $askedBy, now(), now())
  on conflict do nothing
  returning collection_id`,
});

/**
 * Writes down a try that an older database, restored from a backup, does not know. Who requested it is lost too; it counts as requested
 * by the passenger. It ended without money until the bank's proof is applied.
 */
export const insertRecalled = statement({
  name: 'collections.insertRecalled',
  values: { ...newTry, requestedAt: instant },
  text: `insert into collections
    (medium_id, collection_id, payment_id, operator_code, srid, amount_minor, currency, attempt_key, asked_by, requested_at,
    next_at, outcome, closed_at)
  values
    ($mediumId, $collectionId, $paymentId, $operatorCode, $srid, $amountMinor, $currency, $attemptKey, 'passenger',
    $requestedAt, now(), 'not_charged', now())
  on conflict do nothing`,
});

/** The tries for one debt that count in the limits of the card schemes. */
export const listTries = statement({
  name: 'collections.listTries',
  values: { mediumId: uuid, paymentId: uuid },
  row: {
    requested_at: instant,
    declined_at: nullable(instant),
    decline_code: nullable(oneOf(declineCodes)),
    /** By the same clock as the other instants. */
    looked_at: notNull(instant, 'now is never null'),
  },
  text: `select requested_at, case when outcome = 'declined' then closed_at end as declined_at, decline_code,
    now() as looked_at
  from collections
  where medium_id = $mediumId and payment_id = $paymentId and (outcome is null or outcome = 'declined')
  order by requested_at`,
});

/** All tries for one debt, however they ended. */
export const listTryIds = statement({
  name: 'collections.listTryIds',
  values: { mediumId: uuid, paymentId: uuid },
  row: { collection_id: uuid },
  text: 'select collection_id from collections where medium_id = $mediumId and payment_id = $paymentId',
});

/** The lease of a collection; see `bankTryStatements`. */
export const collectionTries = bankTryStatements({
  table: 'collections',
  id: 'collection_id',
  isOpen: 'outcome is null',
  columns: {
    collection_id: uuid,
    payment_id: uuid,
    operator_code: text,
    srid: text,
    amount_minor: bigint,
    currency: character,
    outcome: nullable(oneOf(collectionOutcomes)),
    bank_reference: nullable(text),
    taken_minor: nullable(bigint),
    taken_currency: nullable(character),
  },
});
const { row: collectionColumns, list: collectionList } = collectionTries;

export const findCollection = statement({
  name: 'collections.find',
  values: { mediumId: uuid, collectionId: uuid },
  row: { ...collectionColumns, was_submitted: notNull(boolean, 'is not null') },
  text: `select ${collectionList}, first_submitted_at is not null as was_submitted
  from collections
  where medium_id = $mediumId and collection_id = $collectionId`,
});

export type LeasedCollection = ResultRow<typeof collectionTries.takeLease>;

/**
 * Closes a try. It returns a row when the try was open, or when the bank proves that it took the money of a try that was closed
 * with another outcome. Else nothing changes.
 */
export const closeCollection = statement({
  name: 'collections.close',
  values: {
    mediumId: uuid,
    collectionId: uuid,
    outcome: oneOf(collectionOutcomes),
    declineCode: nullable(oneOf(declineCodes)),
    bankReference: nullable(text),
    takenMinor: nullable(bigint),
    takenCurrency: nullable(character),
  },
  row: { ...collectionColumns, closed_at: notNull(instant, 'was just set') },
  text: `update collections
  set outcome = $outcome,
    amount_minor = case when $takenCurrency = currency then $takenMinor else amount_minor end,
    taken_minor = case when $takenCurrency <> currency then $takenMinor end,
    taken_currency = case when $takenCurrency <> currency then $takenCurrency end,
    decline_code = $declineCode,
    bank_reference = coalesce($bankReference, bank_reference),
    closed_at = now(),
    lease_until = null
  where medium_id = $mediumId
    and collection_id = $collectionId
    and (outcome is null or (outcome <> 'approved' and $outcome = 'approved'))
  returning ${collectionList}, closed_at`,
});

/** A try that was just closed. */
export type ClosedCollection = ResultRow<typeof closeCollection>;

/** How a try is closed with which the bank took nothing and refused nothing. */
export const notCharged = {
  outcome: 'not_charged',
  declineCode: null,
  bankReference: null,
  takenMinor: null,
  takenCurrency: null,
} as const;

/** An open try of the same debt which has not reached the bank. */
export const findUnsubmitted = statement({
  name: 'collections.findUnsubmitted',
  values: { mediumId: uuid, paymentId: uuid },
  row: { collection_id: uuid },
  text: `select collection_id
  from collections
  where medium_id = $mediumId and payment_id = $paymentId and outcome is null and first_submitted_at is null`,
});

/** The payment that follows when the bank took the money. It has the id of the collection, so that there is only one. */
export const insertRecovery = statement({
  name: 'collections.insertRecovery',
  values: {
    mediumId: uuid,
    collectionId: uuid,
    closedAt: instant,
    operatorCode: text,
    srid: text,
    amountMinor: bigint,
    currency: character,
    serviceDay: day,
  },
  text: `insert into payments
    (medium_id, opened_at, payment_id, operator_code, srid, reason, method, status, due_minor, paid_minor, currency,
    service_day, closed_at, updated_at, exported_at, file_id, line_number)
  values
    ($mediumId, $closedAt, $collectionId, $operatorCode, $srid, 'debt_recovery', 'emv', 'accepted', $amountMinor,
    $amountMinor, $currency, $serviceDay, $closedAt, $closedAt, $closedAt, 0, 0)`,
});

/** Whether the back office has delivered a charge of the bank, by the bank's reference: then it counts in what it calls paid. */
export const findDelivered = statement({
  name: 'collections.findDelivered',
  values: { mediumId: uuid, srid: text, bankReference: text },
  row: { found: notNull(integer, 'a constant') },
  text: `select 1 as found
  from settlements
  where medium_id = $mediumId
    and srid = $srid
    and direction = 'debit'
    and approved
    and retrieval_reference = $bankReference
  limit 1`,
});

/** Tries that the bank approved between two instants, for the comparison with its report. Reads all media. */
export const listApproved = statement({
  name: 'collections.listApproved',
  values: { from: instant, before: instant },
  row: {
    collection_id: uuid,
    amount_minor: notNull(bigint, 'the second column is never null'),
    currency: notNull(character, 'the second column is never null'),
    bank_reference: nullable(text),
  },
  text: `select collection_id, coalesce(taken_minor, amount_minor) as amount_minor,
    coalesce(taken_currency, currency) as currency, bank_reference
  from collections
  where outcome = 'approved' and closed_at >= $from and closed_at < $before`,
});

/** When the oldest open try was requested; null when no try is open. Reads all media. */
export const findOldestOpen = statement({
  name: 'collections.findOldestOpen',
  row: { requested_at: nullable(instant) },
  text: `select min(requested_at) as requested_at from collections where outcome is null`,
});
