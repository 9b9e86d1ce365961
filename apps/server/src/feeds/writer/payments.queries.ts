import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import { bigint, integer, notNull } from '../../lib/sql-types.ts';
import { operatorDays, serviceDay } from '../../modules/travel/service-day.sql.ts';
import { referencesOfMoney } from './acquirer.queries.ts';
import { emptyingStatement, isNewer, sameColumns, stageText, upsertStatements } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { dropFound, markFound } from './found.queries.ts';
import { found } from './found.table.ts';
import { firstTaps, payments, paymentWindows, references } from './payments.table.ts';
import { referencesOfTaps } from './taps.queries.ts';

/** The payment that is in force: a staged one may be older. */
export const inForce = `join payments as payment on payment.medium_id = stage.medium_id
    and payment.opened_at = stage.opened_at
    and payment.payment_id = stage.payment_id`;

/** The cards with rows in this stage, and the first and the last instant at which one of their payments opened. */
export const timeOfCards = ({ stage }: FeedTable) => `(
    select medium_id, min(opened_at) as first_at, max(opened_at) as last_at
    from ${stage}
    group by medium_id
  )`;

/** What `stage_found` knows a staged payment by. */
export const ofPayment = { id: 'stage.payment_id', medium_id: 'stage.medium_id' };

/**
 * The opening is part of the key. The reference leads to the present place of a payment, and a newer export may change both
 * together: so the payment is found by its id.
 */
export const findMovedPayments = countingStatement(
  'feeds.payments.findMoved',
  stageText(found, {
    values: { ...ofPayment, known_at: 'known.opened_at' },
    from: `from stage_payments as stage
  join service_references as known on known.payment_id = stage.payment_id
    and known.medium_id = stage.medium_id
  where known.opened_at <> stage.opened_at
    and stage.reason <> 'refund'`,
  }),
);

/** Those to which no reference leads are looked for in every month. */
const findMovedAmongAll = (name: string, those: string) =>
  countingStatement(
    name,
    stageText(found, {
      values: { ...ofPayment, known_at: 'known.opened_at' },
      from: `from stage_payments as stage
  join payments as known on known.medium_id = stage.medium_id
    and known.payment_id = stage.payment_id
  where ${those}
    and known.opened_at <> stage.opened_at
  order by stage.payment_id, stage.medium_id, known.opened_at`,
      distinctOn: 'stage.payment_id, stage.medium_id',
    }),
  );

export const findMovedRefunds = findMovedAmongAll('feeds.payments.findMovedRefunds', `stage.reason = 'refund'`);

export const anyWithoutReference = statement({
  name: 'feeds.payments.anyWithoutReference',
  row: { found: notNull(integer, 'a constant') },
  text: 'select 1 as found from payments where srid is null limit 1',
});

export const findMovedPaymentsWithoutReference = findMovedAmongAll(
  'feeds.payments.findMovedWithoutReference',
  `known.srid is null
    and stage.reason <> 'refund'`,
);

export const markMovedPayments = markFound('feeds.payments.markMoved', payments, {
  id: 'payment_id',
  values: { was_opened_at: 'found.known_at' },
});

/** An older export that comes late must not bring the old opening back. */
export const findOutdatedPayments = countingStatement(
  'feeds.payments.findOutdated',
  stageText(found, {
    values: ofPayment,
    from: `from stage_payments as stage
  join payments as known on known.medium_id = stage.medium_id
    and known.opened_at = stage.was_opened_at
    and known.payment_id = stage.payment_id
  where ${isNewer}`,
  }),
);

/** An older export must not bring back a refund that a newer one has withdrawn. */
export const findWithdrawnRefunds = countingStatement(
  'feeds.payments.findWithdrawnRefunds',
  stageText(found, {
    values: ofPayment,
    from: `from stage_payments as stage
  join settlements as known on known.medium_id = stage.medium_id
    and known.settlement_id = stage.payment_id
  where stage.reason = 'refund'
    and not (known.kind = 'refund' and known.approved)`,
  }),
);

export const dropFoundPayments = dropFound('feeds.payments.dropFound', payments, { id: 'payment_id' });

export const removeMovedPayments = countingStatement(
  'feeds.payments.removeMoved',
  `delete from payments as target
  using stage_payments as stage
  where target.medium_id = stage.medium_id
    and target.opened_at = stage.was_opened_at
    and target.payment_id = stage.payment_id`,
);

export const upsertPayments = upsertStatements(payments);

/**
 * Currency and day as the row in force says itself; its taps, where there are any, go before it. A payment may have left its taps by another
 * reference, and the configuration of a row that is replayed may have changed.
 */
export const deriveFromDelivery = countingStatement(
  'feeds.payments.deriveFromDelivery',
  `update payments as target
  set currency = stage.currency,
    service_day = stage.service_day
  from stage_payments as stage
  where target.medium_id = stage.medium_id
    and target.opened_at = stage.opened_at
    and target.payment_id = stage.payment_id
    and target.file_id = stage.file_id
    and target.line_number = stage.line_number
    and (target.currency, target.service_day) is distinct from (stage.currency, stage.service_day)`,
);

const windowColumns = ['medium_id', 'opened_at', 'payment_id', 'srid'];

/** The payments whose references a query names, by card and reference. */
const windowsOf = (named: string) =>
  stageText(paymentWindows, {
    values: sameColumns(windowColumns, 'known'),
    from: `from (
    ${named}
  ) as stage
  join service_references as known on known.srid = stage.srid
    and known.medium_id = stage.medium_id`,
  });

/** By the references in force: a staged payment may be older, and may have none yet or another one. */
export const stageWindowsOfPayments = workStatement(
  'feeds.payments.stageWindows',
  stageText(paymentWindows, {
    values: sameColumns(windowColumns, 'payment'),
    from: `from stage_payments as stage
  ${inForce}
  where stage.reason <> 'refund'
    and payment.srid is not null`,
  }),
);

/** Payments whose day and currency may follow from the taps of this batch, or from taps that it took away. */
export const stageWindowsOfTaps = countingStatement('feeds.payments.stageWindowsOfTaps', windowsOf(referencesOfTaps));

/** Payments whose references may show other amounts after the settlements of this batch: the payments that these have or have left. */
export const stageWindowsOfSettlements = countingStatement(
  'feeds.payments.stageWindowsOfSettlements',
  windowsOf(referencesOfMoney),
);

/**
 * The first tap of each payment. The bounds keep the look-up within the card's index range, which is read once for all payments of the
 * card. To be run within `withHashJoins`.
 */
export const stageFirstTaps = countingStatement(
  'feeds.payments.stageFirstTaps',
  stageText(firstTaps, {
    values: {
      ...sameColumns(['medium_id', 'opened_at', 'payment_id'], 'stage'),
      currency: 'coalesce(tap.currency, operator.currency)',
      service_day: serviceDay({ at: 'tap.tapped_at', ...operatorDays }),
    },
    from: `from ${timeOfCards(paymentWindows)} as card
  join taps as tap on tap.medium_id = card.medium_id
    and tap.tapped_at >= card.first_at - interval '${windowSlackDays} days'
    and tap.tapped_at < card.last_at + interval '${longestWindowDays} days'
  join ${paymentWindows.stage} as stage on stage.medium_id = tap.medium_id
    and stage.srid = tap.srid
    and stage.opened_at <= tap.tapped_at + interval '${windowSlackDays} days'
    and stage.opened_at > tap.tapped_at - interval '${longestWindowDays} days'
  join operators as operator on operator.operator_code = tap.operator_code
  order by stage.medium_id, stage.opened_at, stage.payment_id, tap.tapped_at`,
    distinctOn: 'stage.medium_id, stage.opened_at, stage.payment_id',
  }),
);

/** Currency and day of a payment are those of its first tap. */
export const deriveFromTaps = countingStatement(
  'feeds.payments.deriveFromTaps',
  `update payments as payment
  set currency = first_tap.currency,
    service_day = first_tap.service_day
  from stage_first_taps as first_tap
  where payment.medium_id = first_tap.medium_id
    and payment.opened_at = first_tap.opened_at
    and payment.payment_id = first_tap.payment_id
    and (payment.currency, payment.service_day) is distinct from (first_tap.currency, first_tap.service_day)`,
);

/** The rows of the payments that were looked at and have no tap. To be run within `withHashJoins`. */
export const listWithoutTap = statement({
  name: 'feeds.payments.listWithoutTap',
  row: { file_id: bigint, line_number: integer },
  text: `
    select payment.file_id, payment.line_number
    from (
      select stage.medium_id, stage.opened_at, stage.payment_id
      from stage_payment_windows as stage
      where not exists (
        select from stage_first_taps as first_tap
        where first_tap.medium_id = stage.medium_id
          and first_tap.opened_at = stage.opened_at
          and first_tap.payment_id = stage.payment_id
      )
    ) as stage
    ${inForce}`,
  isPrepared: false,
});

/** Which of its amounts a payment (`payment`) is proven by, while the bank's charges are not known: what was paid, else what is due. */
export const amountOfReference = 'case when payment.paid_minor > 0 then payment.paid_minor else payment.due_minor end';
const chargedMinor = 'array_agg(distinct charge.amount_minor order by charge.amount_minor)';

/**
 * What the references should contain; staged, since payments and references are on different nodes when distributed. A
 * statement shows each amount that the bank took separately.
 */
export const stageReferences = workStatement(
  'feeds.payments.stageReferences',
  stageText(references, {
    values: {
      ...sameColumns(['srid', 'medium_id', 'payment_id', 'opened_at', 'operator_code'], 'payment'),
      amount_minor: amountOfReference,
      currency: 'payment.currency',
      paid: 'payment.paid_minor > 0 or count(charge.amount_minor) > 0',
      charged_minor: `case when count(charge.amount_minor) > 0 then nullif(${chargedMinor}, array[${amountOfReference}]) end`,
    },
    from: `from stage_payment_windows as stage
  ${inForce}
  left join settlements as charge on charge.medium_id = payment.medium_id
    and charge.srid = payment.srid
    and charge.direction = 'debit'
    and charge.approved
  where payment.srid is not null
  group by payment.srid, payment.medium_id, payment.payment_id, payment.opened_at, payment.operator_code,
    payment.currency, payment.paid_minor, payment.due_minor`,
  }),
);

export const refreshReferences = workStatement(
  'feeds.payments.refreshReferences',
  `update service_references as known
  set amount_minor = stage.amount_minor,
    currency = stage.currency,
    paid = stage.paid,
    charged_minor = stage.charged_minor,
    operator_code = stage.operator_code
  from stage_references as stage
  where known.srid = stage.srid
    and known.medium_id = stage.medium_id
    and known.payment_id = stage.payment_id
    and (known.amount_minor, known.currency, known.paid, known.charged_minor, known.operator_code)
      is distinct from (stage.amount_minor, stage.currency, stage.paid, stage.charged_minor, stage.operator_code)`,
);

/** A delivered refund has the currency of its payment, also when that came later or was corrected. Ours has that in which the bank gave it back. */
export const followCurrency = workStatement(
  'feeds.payments.followCurrency',
  `update payments as refund
  set currency = stage.currency
  from stage_references as stage
  join settlements as credit on credit.medium_id = stage.medium_id
    and credit.srid = stage.srid
    and credit.kind = 'refund'
    and credit.approved
  where refund.medium_id = credit.medium_id
    and refund.payment_id = credit.settlement_id
    and refund.reason = 'refund'
    and refund.currency <> stage.currency
    and not exists (
      select from refunds own where own.medium_id = refund.medium_id and own.refund_id = refund.payment_id
    )`,
);

/** To be run before they are staged again: of two rows of one reference the older may be used. */
export const emptyReferences = emptyingStatement('feeds.payments.emptyReferences', [references]);
