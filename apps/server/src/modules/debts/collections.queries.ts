import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  bigint,
  boolean,
  character,
  day,
  double,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

/** Who may ask for a collection. */
export const askers = ['passenger', 'guest'] as const;
/** How a collection can end. */
export const collectionOutcomes = ['approved', 'declined', 'not_charged'] as const;

/** A second open one for the same debt is refused by its index. */
export const insertCollection = statement({
  name: 'collections.insert',
  values: {
    mediumId: uuid,
    collectionId: uuid,
    paymentId: uuid,
    operatorCode: text,
    srid: text,
    amountMinor: bigint,
    currency: character,
    attemptKey: uuid,
    askedBy: oneOf(askers),
  },
  row: { collection_id: uuid },
  text: `insert into collections
    (medium_id, collection_id, payment_id, operator_code, srid, amount_minor, currency, attempt_key, asked_by, requested_at,
    next_at)
  values
    ($mediumId, $collectionId, $paymentId, $operatorCode, $srid, $amountMinor, $currency, $attemptKey, $askedBy, now(), now())
  on conflict do nothing
  returning collection_id`,
});

/** The tries for one debt that the schemes count. */
export const listTries = statement({
  name: 'collections.listTries',
  values: { mediumId: uuid, paymentId: uuid },
  row: {
    requested_at: instant,
    declined_at: nullable(instant),
    decline_code: nullable(oneOf(declineCodes)),
    /** By the clock that the others are told by. */
    looked_at: notNull(instant, 'now is never null'),
  },
  text: `select requested_at, case when outcome = 'declined' then closed_at end as declined_at, decline_code,
    now() as looked_at
  from collections
  where medium_id = $mediumId and payment_id = $paymentId and (outcome is null or outcome = 'declined')
  order by requested_at`,
});

const collectionColumns = {
  medium_id: uuid,
  collection_id: uuid,
  payment_id: uuid,
  operator_code: text,
  srid: text,
  amount_minor: bigint,
  currency: character,
  attempt_key: uuid,
  attempts: integer,
  doubts: integer,
  outcome: nullable(oneOf(collectionOutcomes)),
};
const collectionList = Object.keys(collectionColumns).join(', ');

export const findCollection = statement({
  name: 'collections.find',
  values: { mediumId: uuid, collectionId: uuid },
  row: { ...collectionColumns, was_submitted: notNull(boolean, 'is not null') },
  text: `select ${collectionList}, first_submitted_at is not null as was_submitted
  from collections
  where medium_id = $mediumId and collection_id = $collectionId`,
});

export type CollectionRow = ResultRow<typeof findCollection>;

/** Takes a try that is due and that nobody else is at. The bank is asked only after this was committed. */
export const takeLease = statement({
  name: 'collections.takeLease',
  values: { mediumId: uuid, collectionId: uuid, leaseSeconds: double, doubtSeconds: double },
  row: {
    ...collectionColumns,
    /** The bank has forgotten the key, or soon will: it is asked what became of it and nothing else. */
    is_old: notNull(boolean, 'first_submitted_at was just set'),
    missed_at: nullable(instant),
  },
  text: `update collections
  set lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds),
    attempts = attempts + 1,
    first_submitted_at = coalesce(first_submitted_at, now())
  where medium_id = $mediumId
    and collection_id = $collectionId
    and outcome is null
    and next_at <= now()
    and (lease_until is null or lease_until <= now())
  returning ${collectionList}, first_submitted_at < now() - make_interval(secs => $doubtSeconds) as is_old, missed_at`,
});

export type LeasedCollection = ResultRow<typeof takeLease>;

/** Keeps the lease while the bank is slow. Another worker that took it meanwhile has counted an attempt. */
export const renewLease = statement({
  name: 'collections.renewLease',
  values: { mediumId: uuid, collectionId: uuid, attempts: integer, leaseSeconds: double },
  row: { collection_id: uuid },
  text: `update collections
  set lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds)
  where medium_id = $mediumId and collection_id = $collectionId and attempts = $attempts and outcome is null
  returning collection_id`,
});

/** Gives the lease back without an answer: the bank is asked again later. */
export const postpone = statement({
  name: 'collections.postpone',
  values: { mediumId: uuid, collectionId: uuid, attempts: integer, doubts: integer, waitSeconds: double },
  row: { collection_id: uuid },
  text: `update collections
  set lease_until = null, doubts = $doubts, next_at = clock_timestamp() + make_interval(secs => $waitSeconds)
  where medium_id = $mediumId and collection_id = $collectionId and attempts = $attempts and outcome is null
  returning collection_id`,
});

/** Notes when the bank first knew of no charge. */
export const noteMissed = statement({
  name: 'collections.noteMissed',
  values: { mediumId: uuid, collectionId: uuid },
  row: { is_certain: notNull(boolean, 'missed_at was just set') },
  text: `update collections
  set missed_at = coalesce(missed_at, now())
  where medium_id = $mediumId and collection_id = $collectionId and outcome is null
  returning missed_at <= now() - interval '10 minutes' as is_certain`,
});

/**
 * Closes a try. One that is closed stays as it is, unless the bank proves that it took the money after all: then it has a
 * row, as it has for the first to close it.
 */
export const closeCollection = statement({
  name: 'collections.close',
  values: {
    mediumId: uuid,
    collectionId: uuid,
    outcome: oneOf(collectionOutcomes),
    declineCode: nullable(oneOf(declineCodes)),
    bankReference: nullable(text),
  },
  row: { ...collectionColumns, closed_at: notNull(instant, 'was just set') },
  text: `update collections
  set outcome = $outcome,
    decline_code = $declineCode,
    bank_reference = coalesce($bankReference, bank_reference),
    closed_at = now(),
    lease_until = null
  where medium_id = $mediumId
    and collection_id = $collectionId
    and (outcome is null or (outcome <> 'approved' and $outcome = 'approved'))
  returning ${collectionList}, closed_at`,
});

/** A try of the same debt that nobody has told the bank of. */
export const findUnsubmitted = statement({
  name: 'collections.findUnsubmitted',
  values: { mediumId: uuid, paymentId: uuid },
  row: { collection_id: uuid },
  text: `select collection_id
  from collections
  where medium_id = $mediumId and payment_id = $paymentId and outcome is null and first_submitted_at is null`,
});

/** Whose collection this is. The bank knows it by our reference alone, so every node is asked. */
export const findMediumOf = statement({
  name: 'collections.findMediumOf',
  values: { collectionId: uuid },
  row: { medium_id: uuid },
  text: 'select medium_id from collections where collection_id = $collectionId',
});

/** The tries that are due although no job is at them: it was lost, or its worker died. Across all media. */
export const listDue = statement({
  name: 'collections.listDue',
  row: { medium_id: uuid, collection_id: uuid },
  text: `select medium_id, collection_id
  from collections
  where outcome is null
    and next_at <= now()
    and (lease_until is null or lease_until <= now())
  order by next_at
  limit 500`,
});

export const enqueueMoneyJob = statement({
  name: 'collections.enqueue',
  values: { task: text, mediumId: uuid, id: text, waitSeconds: double },
  text: 'select from enqueue_money_job($task, $mediumId, $id, $waitSeconds)',
});

/** The payment that follows when the bank took the money. Its id is the collection's, so that there is one. */
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

/** Makes the months of today where they are missing. */
export const ensureThisMonth = statement({
  name: 'collections.ensureThisMonth',
  text: 'select from ensure_this_month()',
});
