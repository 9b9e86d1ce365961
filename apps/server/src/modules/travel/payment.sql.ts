import { paymentMethods, paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import { bigint, character, day, instant, nullable, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';

/** What tells whether a payment was made and whether there is a receipt for it. */
export const chargeColumns = {
  payment_id: uuid,
  opened_at: instant,
  reason: oneOf(paymentReasons),
  status: oneOf(paymentStatuses),
  due_minor: bigint,
  paid_minor: bigint,
  debt_paid_minor: bigint,
  srid: nullable(text),
};

/** What every list and view of payments reads of a payment, for `payment.present.ts`. */
export const paymentColumns = {
  ...chargeColumns,
  closed_at: nullable(instant),
  operator_code: text,
  service_day: day,
  currency: character,
  method: oneOf(paymentMethods),
};

export type ChargeRow = RowOf<typeof chargeColumns>;
export type PaymentRow = RowOf<typeof paymentColumns>;

export const chargeList = Object.keys(chargeColumns).join(', ');
export const paymentList = Object.keys(paymentColumns).join(', ');
