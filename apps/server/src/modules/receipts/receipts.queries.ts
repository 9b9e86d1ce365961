import { statement } from '../../lib/sql.ts';
import { instant, uuid } from '../../lib/sql-types.ts';
import { paymentColumns, paymentList } from '../travel/payment.sql.ts';

/** The payment that a service reference names, by its key. */
export const findPaymentByKey = statement({
  name: 'receipts.findPaymentByKey',
  values: { mediumId: uuid, openedAt: instant, paymentId: uuid },
  row: paymentColumns,
  text: `select ${paymentList}
  from payments
  where medium_id = $mediumId and opened_at = $openedAt and payment_id = $paymentId`,
});
