import { backOfficeKinds } from '../../gateways/back-office.ts';
import { statement } from '../../lib/sql.ts';
import { bigint, character, double, instant, integer, notNull, oneOf, text, uuid } from '../../lib/sql-types.ts';

/**
 * Takes the lease to send the oldest message of a medium. No row when nothing waits, when the message is not due, or when another
 * worker holds the lease.
 */
export const takeLease = statement({
  name: 'backOffice.takeLease',
  values: { mediumId: uuid, leaseSeconds: double },
  row: {
    lease_until: notNull(instant, 'it was set'),
    last_number: bigint,
    attempts: integer,
    refusals: integer,
  },
  text: `update back_office_media
  set lease_until = now() + make_interval(secs => $leaseSeconds), attempts = attempts + 1
  where medium_id = $mediumId
    and next_at <= now()
    and (lease_until is null or lease_until <= now())
  returning lease_until, last_number, attempts, refusals`,
});

/** Ends leases and pauses that are longer than any: they were begun by a clock that was far ahead. Reads all media. */
export const endFarWaits = statement({
  name: 'backOffice.endFarWaits',
  text: `update back_office_media
  set lease_until = null, next_at = least(next_at, now())
  where next_at is not null and greatest(lease_until, next_at) > now() + interval '2 hours'`,
});

/** The earliest time at which the oldest message of a medium may be sent; no row when none waits. */
export const findNextAttempt = statement({
  name: 'backOffice.findNextAttempt',
  values: { mediumId: uuid },
  row: { at: notNull(instant, 'it waits') },
  text: `select greatest(next_at, lease_until) as at
  from back_office_media
  where medium_id = $mediumId and next_at is not null`,
});

export const findOldest = statement({
  name: 'backOffice.findOldest',
  values: { mediumId: uuid },
  row: {
    message_number: bigint,
    message_id: uuid,
    payment_id: uuid,
    operator_code: text,
    srid: text,
    kind: oneOf(backOfficeKinds),
    amount_minor: bigint,
    currency: character,
    created_at: instant,
  },
  text: `select message_number, message_id, payment_id, operator_code, srid, kind, amount_minor, currency, created_at
  from back_office_messages
  where medium_id = $mediumId and outcome is null
  order by message_number
  limit 1`,
});

/** Ends the lease of a finished message, as if no other waited. No row when the lease ran out: then another worker finishes it. */
export const endLease = statement({
  name: 'backOffice.endLease',
  values: { mediumId: uuid, leaseUntil: instant },
  row: { last_number: bigint },
  text: `update back_office_media
  set lease_until = null, attempts = 0, refusals = 0, next_at = null
  where medium_id = $mediumId and lease_until = $leaseUntil
  returning last_number`,
});

/** Makes the next message of a medium due at once. */
export const makeDue = statement({
  name: 'backOffice.makeDue',
  values: { mediumId: uuid },
  text: 'update back_office_media set next_at = now() where medium_id = $mediumId',
});

/** Ends the lease and has the message sent again later; counts a refusal. */
export const postpone = statement({
  name: 'backOffice.postpone',
  values: { mediumId: uuid, leaseUntil: instant, delaySeconds: double, refusals: integer },
  row: { next_at: notNull(instant, 'it was set') },
  text: `update back_office_media
  set lease_until = null, refusals = refusals + $refusals,
    next_at = now() + make_interval(secs => $delaySeconds)
  where medium_id = $mediumId and lease_until = $leaseUntil
  returning next_at`,
});

export const finishMessage = statement({
  name: 'backOffice.finishMessage',
  values: { mediumId: uuid, number: bigint, outcome: oneOf(['acknowledged', 'parked', 'not_sent']) },
  text: `update back_office_messages
  set outcome = $outcome, settled_at = now()
  where medium_id = $mediumId and message_number = $number and outcome is null`,
});

/** Media whose oldest message is due and whose lease no worker holds: their job was lost. */
export const listForgotten = statement({
  name: 'backOffice.listForgotten',
  values: { most: bigint },
  row: { medium_id: uuid },
  text: `select medium_id
  from back_office_media
  where next_at < now() - interval '5 seconds' and (lease_until is null or lease_until < now())
  order by next_at
  limit $most`,
});

/** Whether a message of the last two weeks was sent to the back office: one row or none. */
export const findSent = statement({
  name: 'backOffice.findSent',
  row: {},
  text: `select
  from back_office_messages
  where created_at > now() - interval '14 days' and outcome in ('acknowledged', 'parked')
  limit 1`,
});

/** Marks a medium as having nothing to send, and locks its row: a message that is written later has a higher number. */
export const markNothingToSend = statement({
  name: 'backOffice.markNothingToSend',
  values: { mediumId: uuid },
  row: { last_number: bigint },
  text: `update back_office_media
  set next_at = null, lease_until = null, attempts = 0, refusals = 0
  where medium_id = $mediumId
  returning last_number`,
});

export const finishUnsent = statement({
  name: 'backOffice.finishUnsent',
  values: { mediumId: uuid, lastNumber: bigint },
  text: `update back_office_messages
  set outcome = 'not_sent', settled_at = now()
  where medium_id = $mediumId and message_number <= $lastNumber and outcome is null`,
});
