import { paymentsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import { paymentMethods, paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import { sqlTypesOf } from '../../lib/as-delivered.ts';
import { selectList } from '../../lib/sql.ts';
import { bigint, character, day, instant, nullable, oneOf, type RowOf, text, uuid } from '../../lib/sql-types.ts';

/** What every list and view of payments reads of a payment, for `payment.present.ts`. */
export const paymentColumns = {
  payment_id: uuid,
  opened_at: instant,
  reason: oneOf(paymentReasons),
  status: oneOf(paymentStatuses),
  due_minor: bigint,
  paid_minor: bigint,
  debt_paid_minor: bigint,
  srid: nullable(text),
  ...sqlTypesOf(paymentsAsDelivered),
  operator_code: text,
  service_day: day,
  currency: character,
  method: oneOf(paymentMethods),
};

export type PaymentRow = RowOf<typeof paymentColumns>;

export const paymentList = selectList(paymentColumns);
