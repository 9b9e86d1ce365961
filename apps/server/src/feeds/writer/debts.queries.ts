import { countingStatement, type Db, statement, workStatement } from '../../lib/sql.ts';
import { boolean, notNull, type RowOf, uuid } from '../../lib/sql-types.ts';
import { isRecentFare } from '../../modules/card-news/recent-fare.sql.ts';
import { debts } from './debts.table.ts';
import { emptyingStatement, stageText } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { inForce } from './payments.queries.ts';
import { payments, paymentWindows } from './payments.table.ts';
import { isUnpaid, knownTaken, paidMinor } from './taken.queries.ts';
import { toldBy } from './told-debts.sql.ts';

const isOwed = `(${isUnpaid('payment')} and ${paidMinor} < payment.due_minor)`;
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

export const emptyDebts = emptyingStatement('feeds.debts.empty', [debts]);
