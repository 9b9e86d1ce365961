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
      >= (stage.exported_at, stage.file_id, stage.line_number)`;

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

/** What the references should say; staged, since payments and references lie on different nodes when distributed. */
export const stageReferences = `
  insert into stage_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
  select payment.srid, payment.medium_id, payment.payment_id, payment.opened_at, payment.operator_code,
    case when payment.paid_minor > 0 then payment.paid_minor else payment.due_minor end,
    payment.currency, payment.paid_minor > 0
  from stage_windows as stage
  join payments as payment on payment.medium_id = stage.medium_id
    and payment.opened_at = stage.opened_at
    and payment.payment_id = stage.payment_id
  where payment.srid is not null`;

export const refreshReferences = `
  update service_references as known
  set amount_minor = stage.amount_minor,
    currency = stage.currency,
    paid = stage.paid,
    operator_code = stage.operator_code
  from stage_references as stage
  where known.srid = stage.srid
    and known.medium_id = stage.medium_id
    and known.payment_id = stage.payment_id
    and (known.amount_minor, known.currency, known.paid, known.operator_code)
      is distinct from (stage.amount_minor, stage.currency, stage.paid, stage.operator_code)`;

export const anyReferences = 'select exists (select from service_references) as found';
