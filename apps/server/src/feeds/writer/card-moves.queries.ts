import { type CardStatus, refusedCardStatuses } from '@tapfolio/domain/card-status.ts';
import { collectingDebtStates, debtEdges } from '@tapfolio/domain/debt-states.ts';
import { countingStatement, listed, statement, workStatement } from '../../lib/sql.ts';
import { arrayOf, boolean, instant, notNull, text, uuid } from '../../lib/sql-types.ts';
import { upsertAuthorisations, upsertSettlements } from './acquirer.queries.ts';
import { authorisations, settlements } from './acquirer.table.ts';
import { upsertChargebacks } from './chargebacks.queries.ts';
import { chargebacks } from './chargebacks.table.ts';
import { emptyingStatement, namesOf, sameColumns, stageText, type UpsertStatements } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { found } from './found.table.ts';
import { upsertPayments } from './payments.queries.ts';
import { paymentOwners, paymentParts, payments } from './payments.table.ts';
import { leftPayments } from './taps.table.ts';

const active = 'active' satisfies CardStatus;

/** The cards that have these payments so far, where they are others than these. */
export const listFormerCards = statement({
  name: 'feeds.cardMoves.listFormerCards',
  values: { paymentIds: arrayOf(uuid), mediumIds: arrayOf(uuid) },
  row: { payment_id: uuid, medium_id: uuid, srid: text },
  text: `select known.payment_id, known.medium_id, known.srid
  from unnest($paymentIds::uuid[], $mediumIds::uuid[]) as told (payment_id, medium_id)
  join service_references as known on known.payment_id = told.payment_id
    and known.medium_id <> told.medium_id`,
});

/**
 * Those of these payments that stay with their card: the bank moved money between it and the operator for us, or is asked to; or a newer
 * export says that they are this card's.
 */
export const listStaying = statement({
  name: 'feeds.cardMoves.listStaying',
  values: { paymentIds: arrayOf(uuid), mediumIds: arrayOf(uuid), exportedAts: arrayOf(instant) },
  row: { payment_id: uuid, is_newer: notNull(boolean, 'of a comparison with not null') },
  text: `select known.payment_id, known.exported_at > told.exported_at as is_newer
  from unnest($paymentIds::uuid[], $mediumIds::uuid[], $exportedAts::timestamptz[]) as told (payment_id, medium_id, exported_at)
  join payments as known on known.medium_id = told.medium_id
    and known.payment_id = told.payment_id
  where known.exported_at > told.exported_at
    or exists (
      select
      from collections own
      where own.medium_id = known.medium_id
        and own.payment_id = known.payment_id
        and (own.outcome is null or own.outcome = 'approved')
    )
    or exists (
      select
      from refunds own
      where own.medium_id = known.medium_id
        and own.payment_id = known.payment_id
        and own.state not in ('declined', 'returned')
    )`,
});

const findMoved = (name: string, { stage }: FeedTable, also = '') =>
  countingStatement(
    name,
    stageText(found, {
      values: {
        id: 'stage.payment_id',
        medium_id: 'stage.medium_id',
        known_medium_id: 'known.medium_id',
        known_srid: 'known.srid',
        known_at: 'stage.exported_at',
      },
      from: `from ${stage} as stage
  join service_references as known on known.payment_id = stage.payment_id
    and known.medium_id <> stage.medium_id ${also}
  order by stage.payment_id, stage.medium_id, known.srid`,
      distinctOn: 'stage.payment_id, stage.medium_id',
    }),
  );

/** The staged payments that another card has so far, and that card. */
export const findMovedCards = findMoved('feeds.cardMoves.findMoved', paymentParts);

/** The same. A back office that starts its numbers again must not move old payments: the reference, too, must be the same. */
export const findMovedOwners = findMoved(
  'feeds.cardMoves.findMovedOwners',
  paymentOwners,
  `and known.srid = stage.srid`,
);

const byFind = 'filled by what finds payments';
export const listFoundCards = statement({
  name: 'feeds.cardMoves.listFound',
  row: {
    payment_id: uuid,
    known_medium_id: notNull(uuid, byFind),
    exported_at: notNull(instant, byFind),
  },
  text: `select id as payment_id, known_medium_id, known_at as exported_at from ${found.stage}`,
  isPrepared: false,
});

export const dropFoundCards = statement({
  name: 'feeds.cardMoves.dropFound',
  values: { paymentIds: arrayOf(uuid) },
  text: `delete from ${found.stage} where id = any($paymentIds)`,
  isPrepared: false,
});

/**
 * What the bank said of the former card, when it was asked for a payment that moves, is said of the present one. To be run while the questions are
 * still at the former card.
 */
export const clearStatuses = workStatement(
  'feeds.cardMoves.clearStatuses',
  `update media as former
  set status = '${active}',
    status_at = null,
    status_said_at = null,
    is_death_disproved = false,
    is_loss_disproved = false
  from ${found.stage} as found
  where former.medium_id = found.known_medium_id
    and (former.status in (${listed(refusedCardStatuses)}) or former.is_death_disproved or former.is_loss_disproved)
    and exists (
      select
      from authorisations as asked
      where asked.medium_id = former.medium_id
        and asked.srid = found.known_srid
        and asked.requested_at = former.status_at
        and not asked.approved
    )`,
);

/** What the bank said last of such a card, when it was asked for payments that stay. */
const restoreStatuses = (name: string, table: string) =>
  workStatement(
    name,
    `update media as former
  set status = asked.refusal,
    status_at = asked.requested_at,
    status_said_at = asked.exported_at
  from ${found.stage} as found
  join ${table} as asked on asked.medium_id = found.known_medium_id
  where former.medium_id = found.known_medium_id
    and asked.refusal is not null
    and asked.requested_at > coalesce(former.status_at, '-infinity')
    and not exists (
      select
      from ${table} as later
      where later.medium_id = asked.medium_id
        and later.refusal is not null
        and (later.requested_at, later.exported_at) > (asked.requested_at, asked.exported_at)
    )`,
  );

export const restoreStatusesByQuestions = restoreStatuses('feeds.cardMoves.restoreByQuestions', 'authorisations');
export const restoreStatusesByMovements = restoreStatuses('feeds.cardMoves.restoreByMovements', 'settlements');

/** The rows of a table that are of the payments that were found. */
const ofFormerCard = (alias: string) => `${alias}.medium_id = found.known_medium_id
    and ${alias}.srid = found.known_srid`;

/** Takes the rows of a table to the card that a payment is moved to. Those that are there already stay. */
function moveStatements(table: FeedTable, { insertNew }: UpsertStatements) {
  const { name } = table;
  return {
    stage: countingStatement(
      `feeds.cardMoves.stage.${name}`,
      stageText(table, {
        values: {
          ...sameColumns(namesOf(table, 'key', 'content', 'silent', 'once', 'version'), 'known'),
          medium_id: 'found.medium_id',
        },
        from: `from ${found.stage} as found
  join ${name} as known on ${ofFormerCard('known')}`,
      }),
    ),
    insert: insertNew,
    remove: workStatement(
      `feeds.cardMoves.remove.${name}`,
      `delete from ${name} as target
  using ${found.stage} as found
  where ${ofFormerCard('target')}`,
    ),
    empty: emptyingStatement(`feeds.cardMoves.empty.${name}`, [table]),
  };
}

/** What a payment is made of besides its trips, which follow their taps. */
export const movedTables = [
  moveStatements(settlements, upsertSettlements),
  moveStatements(authorisations, upsertAuthorisations),
  moveStatements(chargebacks, upsertChargebacks),
  moveStatements(payments, upsertPayments),
];

/** Trips that stay behind lose what was given back of the payment. */
export const stageLeftByCards = workStatement(
  'feeds.cardMoves.stageLeft',
  stageText(leftPayments, {
    values: { medium_id: 'found.known_medium_id', srid: 'found.known_srid' },
    from: `from ${found.stage} as found`,
  }),
);

export const moveReferences = workStatement(
  'feeds.cardMoves.moveReferences',
  `update service_references as known
  set medium_id = found.medium_id
  from ${found.stage} as found
  where known.srid = found.known_srid
    and known.payment_id = found.id
    and known.medium_id = found.known_medium_id`,
);

/**
 * The passenger of the former card has seen the reference with its amount, so it must not open the other card: it proves nothing any more. The
 * contest has an id of its own, so that no delivery of the payment ends it.
 */
export const contestReferences = workStatement(
  'feeds.cardMoves.contestReferences',
  `insert into contested_references (srid, payment_id, exported_at)
  select found.known_srid, md5(found.id::text || found.known_medium_id::text)::uuid, found.known_at
  from ${found.stage} as found
  on conflict do nothing`,
);

/** The unpaid fares of the payments that were found, at the card that had these so far. */
const ofFormerFare = `known.medium_id = found.known_medium_id
    and known.payment_id = found.id`;

/**
 * The former card owes nothing of them any more: nobody asks its passenger for what was missing. The reference is that of the other card's fare: what
 * the bank tells of it must find one.
 */
export const closeDebts = workStatement(
  'feeds.cardMoves.closeDebts',
  `update debts as known
  set state = '${debtEdges('written_off').next}',
    srid = null,
    is_unpaid = false,
    written_off_minor = known.due_minor,
    state_at = now(),
    version = known.version + 1
  from ${found.stage} as found
  where ${ofFormerFare}
    and known.state in (${listed(debtEdges('written_off').before)})`,
);

/**
 * The same for those that a passenger has begun to pay while the payments were looked at: once the bank is asked its answer comes first, and
 * `followDelivery` closes them.
 */
export const disownDebts = workStatement(
  'feeds.cardMoves.disownDebts',
  `update debts as known
  set srid = null,
    is_unpaid = false,
    written_off_minor = known.due_minor
  from ${found.stage} as found
  where ${ofFormerFare}
    and known.state in (${listed(collectingDebtStates)})`,
);

/**
 * To be run after {@link closeDebts}, in the same transaction: whose version has no event yet was just closed. The time does not tell: the
 * nodes of a cluster have each their own.
 */
export const noteClosedDebts = workStatement(
  'feeds.cardMoves.noteClosedDebts',
  `insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
  select debt.medium_id, debt.payment_id, debt.version, 'written_off', debt.state, debt.written_off_minor, debt.currency, 'feed', debt.state_at
  from ${found.stage} as found
  join debts as debt on debt.medium_id = found.known_medium_id
    and debt.payment_id = found.id
  where debt.state = 'ready'
    and debt.written_off_minor = debt.due_minor
  on conflict do nothing`,
);
