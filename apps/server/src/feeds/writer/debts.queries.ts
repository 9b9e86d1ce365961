import { debtEdges, settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { undecidedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { countingStatement, type Db, listed, statement, workStatement } from '../../lib/sql.ts';
import { boolean, notNull, type RowOf, uuid } from '../../lib/sql-types.ts';
import { isRecentFare } from '../../modules/card-news/recent-fare.sql.ts';
import { debts } from './debts.table.ts';
import { stageText } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { inForce } from './payments.queries.ts';
import { payments, paymentWindows } from './payments.table.ts';
import { isUnpaid, knownTaken, paidMinor, paidWithOurs } from './taken.queries.ts';

const isOwed = `(${isUnpaid('payment')} and ${paidMinor} < payment.due_minor)`;
/**
 * What was paid of a known fare, as delivered. While a rest is owed, our earlier collections count too; a settled fare waits until the back
 * office counts the last.
 */
const toldPaid = `case when known.state in (${listed(settledDebtStates)}) then ${paidMinor} else ${paidWithOurs} end`;

const owedDebt = { medium_id: uuid, payment_id: uuid, is_recent: notNull(boolean, 'compares what is never null') };

/** A fare that is owed now, and whether it is recent enough for a mail about its card. */
export type OwedKey = RowOf<typeof owedDebt>;

/** Writes the unpaid fares of the payments that a query names, where they are not known yet. */
const insertOwed = (name: string, named: string) =>
  statement({
    name,
    row: owedDebt,
    text: `insert into debts (medium_id, payment_id, operator_code, srid, opened_at, due_minor, paid_minor, paid_before_minor,
    currency, is_unpaid, state, state_at, version)
  select payment.medium_id, payment.payment_id, payment.operator_code, payment.srid, payment.opened_at,
    payment.due_minor - ${paidMinor}, ${paidMinor}, ${paidMinor}, payment.currency, true, 'owed', now(), 1
  from (
    ${named}
  ) as stage
  ${inForce}
  ${knownTaken}
  where ${isOwed}
  on conflict do nothing
  returning medium_id, payment_id, ${isRecentFare('opened_at')} as is_recent`,
    isPrepared: false,
  });

const noteNew = (name: string, { stage }: FeedTable) =>
  workStatement(
    name,
    `insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
  select debt.medium_id, debt.payment_id, debt.version, 'delivered_unpaid', debt.state, debt.due_minor, debt.currency,
    'feed', debt.state_at
  from ${stage} as stage
  join debts as debt on debt.medium_id = stage.medium_id
    and debt.payment_id = stage.payment_id
  where debt.version = 1
  on conflict do nothing`,
  );

/**
 * Whether a delivery counts that calls a fare unpaid. Once the bank took the money for us the back office may not know of it
 * yet: a settled fare is owed again only after something else was delivered in between, where the sum that was paid has that money in it, or
 * where more is due than before: then without what we had the bank collect. Or if a movement has the bank's reference of what it took for us last:
 * what is called paid then has that in it.
 * If the back office does not count what we had the bank collect last, the bank's ledger decides. Nobody is asked for what the bank has taken. If
 * the bank was asked for or took another currency for us than the fare has, nothing tells how much of it that paid: what was owed before stays
 * owed, and no more.
 */
const counts = `case
      when not now_unpaid then true
      when has_two_currencies then false
      when state in (${listed(debtEdges('delivered_unpaid').before)})
        then asked_minor > 0
          and (tells_ours
            or not (known_unpaid or lacks_ours)
            or told_paid_minor >= known_paid_minor + known_due_minor
            or lacks_ours and now_due_minor > known_paid_before_minor + known_due_minor)
      else state not in (${listed(settledDebtStates)})
    end`;

/** While the bank is being asked, its answer comes first; `followDelivery` then applies a delivery of that time. */
const becomes = `case
      when not counts then state
      when not now_unpaid and state in (${listed(debtEdges('delivered_paid').before)}) then 'ready'
      when now_unpaid and state in (${listed(debtEdges('delivered_unpaid').before)}) then 'owed'
      else state
    end`;

/**
 * What of a settled fare was not paid: what was missing when a delivery last called it unpaid, less what was paid since. The back office asks
 * for it no more, unless it is not known yet what becomes of it. What we had the bank collect is paid. A later delivery may say that more was paid, never that less was.
 */
const writtenOff = `case
        when now_unpaid then 0
        else greatest(0, least(unpaid_minor, unpaid_minor - (now_paid_minor - known_paid_minor)))
      end`;
const unpaidMinor = `case
          when not known_unpaid then known_written_off_minor
          when state in (${listed(settledDebtStates)}) then 0
          else known_due_minor
        end`;

/** Whether the bank has taken something of a known fare for us of which this holds. */
const tookForUs = (holds: string) => `exists (
            select
            from collections own
            where own.medium_id = known.medium_id
              and own.payment_id = known.payment_id
              and own.outcome = 'approved'
              and ${holds}
          )`;

/**
 * The known unpaid fares of the payments in a staging table: their former state, their current state, and the event between them. `offset 0`
 * keeps what is read apart from what is judged: PostgreSQL would put each expression in place of its name, and plan twice as long.
 */
const toldBy = (source: string) => `from (
    select *, ${becomes} as next_state,
      case when counts and now_unpaid then asked_minor else known_due_minor end as due_minor,
      told_currency as currency,
      case when counts and told_currency = now_currency then now_paid_minor else known_paid_minor end as paid_minor,
      case when counts and now_unpaid then now_paid_minor else known_paid_before_minor end as paid_before_minor,
      case when counts then ${writtenOff} else known_written_off_minor end as written_off_minor,
      case when counts then now_unpaid else known_unpaid end as is_unpaid,
      counts and now_unpaid and (asked_minor, now_currency) <> (known_due_minor, known_currency) as is_other_sum
    from (
      select *, ${counts} as counts, ${unpaidMinor} as unpaid_minor,
        case when has_two_currencies then known_currency else now_currency end as told_currency
      from (
        select payment.medium_id, payment.payment_id, payment.operator_code, payment.srid, payment.opened_at,
          ${isUnpaid('payment')} and ${toldPaid} < payment.due_minor as now_unpaid,
          payment.status in (${listed(undecidedPaymentStatuses)}) as is_undecided,
          payment.due_minor as now_due_minor, payment.due_minor - ${paidWithOurs} as asked_minor,
          ${toldPaid} as told_paid_minor, ${paidWithOurs} as now_paid_minor, payment.currency as now_currency,
          known.state, known.state_at, known.version, known.is_unpaid as known_unpaid, known.due_minor as known_due_minor,
          known.paid_minor as known_paid_minor, known.paid_before_minor as known_paid_before_minor,
          known.written_off_minor as known_written_off_minor, known.currency as known_currency,
          ${tookForUs(`own.currency = known.currency
              and own.amount_minor = known.due_minor
              and own.amount_minor > ${paidMinor} - known.paid_before_minor`)} as lacks_ours,
          ${tookForUs(`own.currency = known.currency
              and own.amount_minor = known.due_minor
              and exists (
                select
                from settlements as move
                where move.medium_id = own.medium_id
                  and move.srid = payment.srid
                  and move.direction = 'debit'
                  and move.approved
                  and move.retrieval_reference = own.bank_reference
              )`)} as tells_ours,
          ${tookForUs('(own.currency <> payment.currency or own.taken_currency is not null)')} as has_two_currencies,
          (known.operator_code, known.srid, known.opened_at)
            is distinct from (payment.operator_code, payment.srid, payment.opened_at) as lies_elsewhere
        from ${source} as stage
        join debts as known on known.medium_id = stage.medium_id
          and known.payment_id = stage.payment_id
        ${inForce}
        ${knownTaken}
        offset 0
      ) as delivered
    ) as judged
  ) as told`;

/** Of the known unpaid fares those that are to change, by the payments that a staging table names. */
function stageChanged(name: string, source: string) {
  return countingStatement(
    name,
    stageText(debts, {
      values: {
        medium_id: 'told.medium_id',
        payment_id: 'told.payment_id',
        operator_code: 'told.operator_code',
        srid: 'told.srid',
        opened_at: 'told.opened_at',
        due_minor: 'told.due_minor',
        paid_minor: 'told.paid_minor',
        paid_before_minor: 'told.paid_before_minor',
        written_off_minor: 'told.written_off_minor',
        currency: 'told.currency',
        is_unpaid: 'told.is_unpaid',
        state: 'told.next_state',
        state_at: 'case when told.next_state = told.state then told.state_at else now() end',
        was_version: 'told.version',
        is_owed_again: `told.state <> 'owed' and told.next_state = 'owed'`,
        event: `case
      when told.next_state = 'ready' and told.state <> 'ready'
        then case when told.written_off_minor > 0 and not told.is_undecided then 'written_off' else 'delivered_paid' end
      when told.next_state <> told.state or told.is_other_sum then 'delivered_unpaid'
    end`,
      },
      from: `${toldBy(source)}
  where told.next_state <> told.state
    or told.is_other_sum
    or told.lies_elsewhere
    or (told.paid_minor, told.is_unpaid, told.currency)
      <> (told.known_paid_minor, told.known_unpaid, told.known_currency)`,
    }),
  );
}

/** How the unpaid fares of the payments in a staging table follow from these. */
export interface StagedDebts {
  stageChanged(db: Db): Promise<number>;
  insertNew(db: Db): Promise<OwedKey[]>;
  noteNew(db: Db): Promise<void>;
}

export const ofPayments: StagedDebts = {
  stageChanged: stageChanged('feeds.debts.stageChanged', payments.stage),
  insertNew: insertOwed('feeds.debts.insertNew', `select * from ${payments.stage} as stage where ${isUnpaid('stage')}`),
  noteNew: noteNew('feeds.debts.noteNew', payments),
};

/** A payment takes its currency from its first tap, and is paid no more when the bank takes its charge back. */
export const ofWindows: StagedDebts = {
  stageChanged: stageChanged('feeds.debts.stageWindows', paymentWindows.stage),
  insertNew: insertOwed(
    'feeds.debts.insertNewOfWindows',
    `select distinct medium_id, opened_at, payment_id from ${paymentWindows.stage}`,
  ),
  noteNew: noteNew('feeds.debts.noteNewOfWindows', paymentWindows),
};

/** Skips a fare that another transaction has changed: the next round checks it again. */
export const changeDebts = workStatement(
  'feeds.debts.change',
  `update debts as known
  set operator_code = stage.operator_code,
    srid = stage.srid,
    opened_at = stage.opened_at,
    due_minor = stage.due_minor,
    paid_minor = stage.paid_minor,
    paid_before_minor = stage.paid_before_minor,
    written_off_minor = stage.written_off_minor,
    currency = stage.currency,
    is_unpaid = stage.is_unpaid,
    state = stage.state,
    state_at = stage.state_at,
    version = stage.was_version + 1
  from stage_debts as stage
  where known.medium_id = stage.medium_id
    and known.payment_id = stage.payment_id
    and known.version = stage.was_version`,
);

/** What we had the bank collect of a fare has the reference of that, also where the bank took it under a former one. */
export const moveRecoveries = workStatement(
  'feeds.debts.moveRecoveries',
  `update payments as target
  set srid = stage.srid
  from stage_debts as stage
  join collections as own on own.medium_id = stage.medium_id
    and own.payment_id = stage.payment_id
  where own.outcome = 'approved'
    and target.medium_id = stage.medium_id
    and target.opened_at = own.closed_at
    and target.payment_id = own.collection_id
    and target.srid <> stage.srid`,
);

/** Another transaction that changed the fare has written an event of the same version: that one stays. */
export const noteChangedDebts = workStatement(
  'feeds.debts.noteChanged',
  `insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
  select medium_id, payment_id, was_version + 1, event, state,
    case event when 'written_off' then written_off_minor else due_minor end, currency, 'feed', now()
  from stage_debts
  where event is not null
  on conflict do nothing`,
);

/** Fares that other transactions changed are checked again, and may be named twice. They are few, so their age does not matter. */
export const listOwedAgain = statement({
  name: 'feeds.debts.listOwedAgain',
  row: {
    medium_id: notNull(uuid, 'a column of the key'),
    payment_id: notNull(uuid, 'a column of the key'),
    is_recent: notNull(boolean, 'a constant'),
  },
  text: `select medium_id, payment_id, true as is_recent from stage_debts where is_owed_again`,
  isPrepared: false,
});

/** Media of which a fare is settled now. */
export const listSettled = statement({
  name: 'feeds.debts.listSettled',
  row: { medium_id: notNull(uuid, 'a column of the key') },
  text: `select distinct medium_id from stage_debts where event in ('delivered_paid', 'written_off')`,
  isPrepared: false,
});

export const emptyDebts = workStatement('feeds.debts.empty', `truncate ${debts.stage}`);
