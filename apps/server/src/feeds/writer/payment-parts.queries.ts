import { longestWindowDays } from '@tapfolio/domain/payment-window.ts';
import { countingStatement, workStatement } from '../../lib/sql.ts';
import { sameColumns, sharedNames, stageText } from './feed-table.sql.ts';
import { timeOfCards } from './payments.queries.ts';
import { partCharges, partFares, paymentParts, payments } from './payments.table.ts';

/** Each payment under its reference, and under the one it had before: what has not come again since is written under that one. */
const named = `(
    select payment_id, medium_id, srid from ${paymentParts.stage}
    union all
    select payment_id, medium_id, former_srid from ${paymentParts.stage} where former_srid is not null
  ) as part`;

/**
 * Reads the time of each card once and not once for each of its payments, and joins the trips by hash: a card may have thousands of
 * payments in a batch. To be run within `withHashJoins`.
 */
export const stagePartFares = workStatement(
  'feeds.paymentParts.stageFares',
  stageText(partFares, {
    values: { payment_id: 'part.payment_id', fares_minor: 'sum(trip.fare_minor)::bigint' },
    from: `from ${timeOfCards(paymentParts)} as card
  join trips as trip on trip.medium_id = card.medium_id
    and trip.started_at >= card.first_at - interval '${longestWindowDays} days'
    and trip.started_at < card.last_at + interval '${longestWindowDays} days'
  join ${named} on part.medium_id = trip.medium_id
    and part.srid = trip.srid
  group by part.payment_id`,
  }),
);

/** The condition is here and not in the join, because PostgreSQL then expects many movements and uses the index for each. */
const sumOf = (kind: string) => `coalesce(sum(move.amount_minor)
        filter (where move.kind = '${kind}' and move.direction = 'debit' and move.approved), 0)::bigint`;

export const stagePartCharges = workStatement(
  'feeds.paymentParts.stageCharges',
  stageText(partCharges, {
    values: {
      payment_id: 'part.payment_id',
      charged_minor: sumOf('charge'),
      recovered_minor: sumOf('debt_recovery'),
    },
    from: `from ${named}
  join settlements as move on move.medium_id = part.medium_id
    and move.srid = part.srid
  group by part.payment_id`,
  }),
);

const paid = 'coalesce(charge.charged_minor + charge.recovered_minor, 0)';
/** Used if neither trip nor fare is known: the amount that was requested from the bank. */
const due = `case when fare.fares_minor is null and part.unwritten_minor = 0 then greatest(part.asked_minor, ${paid})
      else coalesce(fare.fares_minor, 0) + part.unwritten_minor end`;

/** Makes payments of their parts. Nothing due is nothing owed; what was paid in part is judged by the bank's last answer. */
export const stagePaymentsOfParts = countingStatement(
  'feeds.paymentParts.stagePayments',
  stageText(payments, {
    values: {
      ...sameColumns(sharedNames(payments, paymentParts), 'part'),
      reason: `case when part.is_product then 'product' else 'trip' end`,
      method: `'emv'`,
      status: `case when ${paid} > 0 and ${paid} >= ${due} then 'accepted'
      when ${due} <= 0 then 'none'
      else part.unpaid_status end`,
      due_minor: due,
      paid_minor: paid,
      debt_paid_minor: 'coalesce(charge.recovered_minor, 0)',
      updated_at: 'part.exported_at',
    },
    from: `from ${paymentParts.stage} as part
  left join ${partFares.stage} as fare on fare.payment_id = part.payment_id
  left join ${partCharges.stage} as charge on charge.payment_id = part.payment_id`,
  }),
);
