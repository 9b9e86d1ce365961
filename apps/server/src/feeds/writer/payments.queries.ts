import { keepLatest, type StageStatements } from './staging.queries.ts';
import { upsertStatements } from './upsert.queries.ts';

const copyPayments = `
  copy stage_payments (medium_id, opened_at, payment_id, operator_code, srid, reason, method, status, due_minor,
    paid_minor, debt_paid_minor, currency, service_day, closed_at, updated_at, exported_at, file_id, line_number)
  from stdin`;

export const stagePayments: StageStatements = {
  copy: copyPayments,
  keepLatest: keepLatest('stage_payments', 'medium_id, payment_id'),
};

/**
 * The opening is part of the key. Where a payment lies so far is known by its reference or, for refunds and payments
 * without one, by its id among the payments of the card.
 */
export const markMovedPayments = `
  update stage_payments as stage
  set was_opened_at = known.opened_at
  from service_references as known
  where known.srid = stage.srid
    and known.payment_id = stage.payment_id
    and known.medium_id = stage.medium_id
    and known.opened_at <> stage.opened_at`;

export const markMovedPaymentsWithoutReference = `
  update stage_payments as stage
  set was_opened_at = known.opened_at
  from payments as known
  where (stage.srid is null or stage.reason = 'refund')
    and known.medium_id = stage.medium_id
    and known.payment_id = stage.payment_id
    and known.opened_at <> stage.opened_at`;

/** An older export that comes late must not bring the old opening back. */
export const dropOutdatedPayments = `
  delete from stage_payments as stage
  using payments as known
  where known.medium_id = stage.medium_id
    and known.opened_at = stage.was_opened_at
    and known.payment_id = stage.payment_id
    and (known.exported_at, known.file_id, known.line_number)
      > (stage.exported_at, stage.file_id, stage.line_number)`;

export const removeMovedPayments = `
  delete from payments as target
  using stage_payments as stage
  where target.medium_id = stage.medium_id
    and target.opened_at = stage.was_opened_at
    and target.payment_id = stage.payment_id`;

export const moveReferences = `
  update service_references as known
  set opened_at = stage.opened_at
  from stage_payments as stage
  where stage.was_opened_at is not null
    and stage.reason <> 'refund'
    and known.srid = stage.srid
    and known.payment_id = stage.payment_id
    and known.medium_id = stage.medium_id`;

/** Refunds carry the reference of the payment they give back; the reference leads to that payment. */
export const insertReferences = `
  insert into service_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
  select srid, medium_id, payment_id, opened_at, operator_code,
    case when paid_minor > 0 then paid_minor else due_minor end, currency, paid_minor > 0
  from stage_payments
  where srid is not null
    and reason <> 'refund'
  order by line_number
  on conflict do nothing`;

/** A reference opens a receipt to whoever holds the statement line, so it never changes to another card. */
export const removeForeignPayments = `
  delete from stage_payments as stage
  using service_references as known
  where known.srid = stage.srid
    and known.medium_id <> stage.medium_id
  returning stage.line_number`;

/** An older export must not bring back a refund that a newer one has withdrawn. */
export const dropWithdrawnRefunds = `
  delete from stage_payments as stage
  using settlements as known
  where stage.reason = 'refund'
    and known.medium_id = stage.medium_id
    and known.settlement_id = stage.payment_id
    and not (known.kind = 'refund' and known.approved)`;

export const refundCurrency = `
  update stage_payments as stage
  set currency = known.currency
  from service_references as known
  where stage.reason = 'refund'
    and known.srid = stage.srid`;

export const upsertPayments = upsertStatements({
  table: 'payments',
  stage: 'stage_payments',
  key: ['medium_id', 'opened_at', 'payment_id'],
  content: [
    'operator_code',
    'srid',
    'reason',
    'method',
    'status',
    'due_minor',
    'paid_minor',
    'debt_paid_minor',
    'closed_at',
  ],
  silent: ['updated_at'],
  once: ['currency', 'service_day'],
});

/** What the configuration says of a row that is replayed; its taps, where there are any, go before it. */
export const correctReplayed = `
  update payments as target
  set currency = stage.currency,
    service_day = stage.service_day
  from stage_payments as stage
  where target.medium_id = stage.medium_id
    and target.opened_at = stage.opened_at
    and target.payment_id = stage.payment_id
    and target.file_id = stage.file_id
    and target.line_number = stage.line_number
    and (target.currency, target.service_day) is distinct from (stage.currency, stage.service_day)`;

export const stageWindowsOfPayments = `
  insert into stage_windows (medium_id, opened_at, payment_id, srid)
  select medium_id, opened_at, payment_id, srid
  from stage_payments
  where reason <> 'refund'
    and srid is not null`;

/**
 * Currency and day of a payment are those of its first tap. A window covers a day, a month at most; the bounds keep
 * the look-up within the card's index range.
 */
export const deriveFromTaps = `
  update payments as payment
  set currency = first_tap.currency,
    service_day = first_tap.service_day
  from stage_windows as stage
  cross join lateral (
    select coalesce(tap.currency, operator.currency) as currency,
      ((tap.tapped_at at time zone operator.time_zone) - operator.day_cut)::date as service_day
    from taps as tap
    join operators as operator on operator.operator_code = tap.operator_code
    where tap.medium_id = stage.medium_id
      and tap.srid = stage.srid
      and tap.tapped_at >= stage.opened_at - interval '2 days'
      and tap.tapped_at < stage.opened_at + interval '33 days'
    order by tap.tapped_at
    limit 1
  ) as first_tap
  where payment.medium_id = stage.medium_id
    and payment.opened_at = stage.opened_at
    and payment.payment_id = stage.payment_id
    and (payment.currency, payment.service_day) is distinct from (first_tap.currency, first_tap.service_day)`;

/**
 * What the references should say; staged, since payments and references lie on different nodes when distributed. A
 * statement shows each amount that the bank took by itself, whatever they add up to.
 */
export const stageReferences = `
  insert into stage_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid,
    charged_minor)
  select payment.srid, payment.medium_id, payment.payment_id, payment.opened_at, payment.operator_code,
    settled.amount_minor, payment.currency, payment.paid_minor > 0 or bank.charged_minor is not null,
    nullif(bank.charged_minor, array[settled.amount_minor])
  from stage_windows as stage
  join payments as payment on payment.medium_id = stage.medium_id
    and payment.opened_at = stage.opened_at
    and payment.payment_id = stage.payment_id
  cross join lateral (
    select case when payment.paid_minor > 0 then payment.paid_minor else payment.due_minor end as amount_minor
  ) as settled
  cross join lateral (
    select array_agg(distinct charge.amount_minor order by charge.amount_minor) as charged_minor
    from settlements as charge
    where charge.medium_id = payment.medium_id
      and charge.srid = payment.srid
      and charge.direction = 'debit'
      and charge.approved
  ) as bank
  where payment.srid is not null`;

export const refreshReferences = `
  update service_references as known
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
      is distinct from (stage.amount_minor, stage.currency, stage.paid, stage.charged_minor, stage.operator_code)`;

/** A refund is in the currency of the payment it gives back, also when that came later or was corrected. */
export const followCurrency = `
  update payments as refund
  set currency = stage.currency
  from stage_references as stage
  join settlements as credit on credit.medium_id = stage.medium_id
    and credit.srid = stage.srid
    and credit.kind = 'refund'
    and credit.approved
  where refund.medium_id = credit.medium_id
    and refund.payment_id = credit.settlement_id
    and refund.reason = 'refund'
    and refund.currency <> stage.currency`;

export const anyReferences = 'select exists (select from service_references) as found';
