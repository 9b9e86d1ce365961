import { debtEvents, debtStates } from '@tapfolio/domain/debt-states.ts';
import { debtSources } from '@tapfolio/domain/debt-steps.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  character,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { restMinor } from '../travel/written-off.sql.ts';

/** Reads a debt that is to be changed and locks its row: other changes wait. */
export const lockDebt = statement({
  name: 'debts.lock',
  values: { mediumId: uuid, paymentId: uuid },
  row: {
    state: oneOf(debtStates),
    opened_at: instant,
    is_unpaid: boolean,
    operator_code: text,
    srid: nullable(text),
    due_minor: bigint,
    currency: character,
  },
  text: `select state, opened_at, is_unpaid, operator_code, srid, due_minor, currency
  from debts
  where medium_id = $mediumId and payment_id = $paymentId
  for update`,
});

export type LockedDebt = ResultRow<typeof lockDebt>;

/** Changes the state of a debt, only from the states that the table of states allows. Deliveries change many at once: `feeds/writer/debts.queries.ts`. */
export const changeDebtState = statement({
  name: 'debts.changeState',
  values: { mediumId: uuid, paymentId: uuid, before: arrayOf(oneOf(debtStates)), next: oneOf(debtStates) },
  row: { version: integer, due_minor: bigint, currency: character },
  text: `update debts
  set state = $next, state_at = statement_timestamp(), version = version + 1
  where medium_id = $mediumId and payment_id = $paymentId and state = any($before)
  returning version, due_minor, currency`,
});

/**
 * Records what the bank took of a fare. A delivery of that time may have raised the amount, or no longer asked for it: the rest is owed when
 * a delivery counts what was taken, and what was taken is not written off: of another currency nothing tells how much of the fare it paid.
 */
export const noteCollected = statement({
  name: 'debts.noteCollected',
  values: { mediumId: uuid, paymentId: uuid, amountMinor: bigint, currency: character },
  text: `update debts
  set due_minor = case when currency = $currency then $amountMinor else due_minor end, written_off_minor = 0
  where medium_id = $mediumId
    and payment_id = $paymentId
    and ((currency = $currency and due_minor <> $amountMinor) or written_off_minor <> 0)`,
});

export const insertDebtEvent = statement({
  name: 'debts.insertEvent',
  values: {
    mediumId: uuid,
    paymentId: uuid,
    version: integer,
    event: oneOf(debtEvents),
    state: oneOf(debtStates),
    amountMinor: bigint,
    currency: character,
    source: oneOf(debtSources),
  },
  text: `insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
  values ($mediumId, $paymentId, $version, $event, $state, $amountMinor, $currency, $source, statement_timestamp())`,
});

/** The state of a debt, and what the newest delivery says of it. */
export const findStanding = statement({
  name: 'debts.findStanding',
  values: { mediumId: uuid, paymentId: uuid },
  row: {
    state: oneOf(debtStates),
    is_unpaid: boolean,
    due_minor: bigint,
    rest_minor: notNull(bigint, 'the column is not null'),
    currency: character,
  },
  text: `select state, is_unpaid, due_minor, ${restMinor} as rest_minor, currency
  from debts
  where medium_id = $mediumId and payment_id = $paymentId`,
});

/** What a worker compares before it asks the bank. */
export type DebtStanding = Omit<ResultRow<typeof findStanding>, 'rest_minor'>;
