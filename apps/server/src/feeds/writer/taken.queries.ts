import { refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { isItself } from '../../database/tables/travel-columns.ts';
import { listed, workStatement } from '../../lib/sql.ts';
import { taken } from './debts.table.ts';
import { emptyingStatement, stageText, uncounted } from './feed-table.sql.ts';
import { inForce } from './payments.queries.ts';
import { paymentWindows } from './payments.table.ts';

/** A payment window that the back office could not collect. Refunds and late collections are not windows. */
export const isUnpaid = (alias: string) => `${alias}.status in (${listed(refusedPaymentStatuses)})
    and ${alias}.due_minor > ${alias}.paid_minor
    and ${alias}.${isItself}`;

/** A fare that was unpaid, and of which the back office asks for no more: the bank's movements may say that more was paid than it counts. */
const isSettledUnpaid = `(payment.status in ('pending', 'accepted', 'none')
        and exists (
          select from debts known where known.medium_id = payment.medium_id and known.payment_id = payment.payment_id
        ))`;

/**
 * Of what we had the bank collect, the sum that no movement shows yet. A delivered movement is ours by the rules of `pairMoves`. Of those with
 * one amount, the latest need as many movements that are not older than the earliest of them, less a day.
 */
const ownUntold = `select payment_id, amount_minor * greatest(0, max(place - told)) as own_minor
    from (
      select own.medium_id, named.payment_id, own.amount_minor,
        row_number() over (partition by own.medium_id, own.payment_id, own.amount_minor order by own.requested_at desc) as place,
        (
          select count(*)
          from settlements as move
          where move.medium_id = own.medium_id
            and move.srid = named.srid
            and move.direction = 'debit'
            and move.approved
            and (move.kind = 'debt_recovery' and move.retrieval_reference = own.bank_reference
              or (move.kind = 'debt_recovery' or move.retrieval_reference = own.bank_reference)
                and move.amount_minor = own.amount_minor
                and (move.requested_at is null or move.requested_at >= own.requested_at - interval '1 day'))
        ) as told
      from named
      join collections as own on own.medium_id = named.medium_id
        and own.payment_id = named.payment_id
        and own.currency = named.currency
        and own.outcome = 'approved'
    ) as ours
    group by medium_id, payment_id, amount_minor`;

/**
 * What the bank took for the payments in `stage_payment_windows` that are called unpaid. The back office delivers a window
 * and its movements of money in separate files, and a window may be days older. Refunded money was paid.
 * A window that came with its movements is staged for either: it counts once.
 */
export const stageTaken = workStatement(
  'feeds.taken.stage',
  stageText(taken, {
    values: {
      payment_id: 'money.payment_id',
      taken_minor: 'sum(money.taken_minor)::bigint',
      own_minor: 'sum(money.own_minor)::bigint',
    },
    // The inner distinct makes the few unpaid payments come first, however few movements PostgreSQL believes in.
    from: `from (
    with named as materialized (
      select distinct payment.medium_id, payment.payment_id, payment.srid, payment.currency
      from ${paymentWindows.stage} as stage
      ${inForce}
      where ${uncounted(`${isUnpaid('payment')} or ${isSettledUnpaid}`)}
    )
    select named.payment_id, move.amount_minor as taken_minor, 0 as own_minor
    from named
    join settlements as move on move.medium_id = named.medium_id
      and move.srid = named.srid
      and move.direction = 'debit'
      and move.approved
    union all
    select payment_id, 0, own_minor
    from (
      ${ownUntold}
    ) as untold
  ) as money
  group by money.payment_id`,
  }),
);

export const emptyTaken = emptyingStatement('feeds.taken.empty', [taken]);

/** For the payments of a statement, what the bank took for them, if anything. */
export const knownTaken = `left join ${taken.stage} as taken on taken.payment_id = payment.payment_id`;

/**
 * What was paid: no passenger is asked for what the bank has taken, also if the window calls it unpaid. Both describe the same money, so the
 * larger sum counts.
 */
export const paidMinor = 'greatest(payment.paid_minor, coalesce(taken.taken_minor, 0))';
/** What was paid, with what we had the bank collect and neither the window nor a movement shows. */
export const paidWithOurs = 'greatest(payment.paid_minor, coalesce(taken.taken_minor + taken.own_minor, 0))';
