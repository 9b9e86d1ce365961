import type { Db } from '../../lib/sql.ts';
import { raiseAlarm, restDaysOf } from '../../modules/alarms/alarms.service.ts';
import { type CorrectedMove, listCorrected, listMovedInOther, type PaymentKey } from './other-currencies.queries.ts';

/** The payments whose currency a transaction corrected after the bank had moved money of them for us. They may be named twice. */
export type OtherCurrencies = PaymentKey[];

/** To be called when the currency of payments in `stage_payment_windows` may have changed. */
export async function noteOtherCurrencies(db: Db, others: OtherCurrencies): Promise<void> {
  for (const key of await listMovedInOther(db)) others.push(key);
}

/** So many payments are looked at in one statement. */
const mostAtOnce = 5000;

/**
 * Raises an alarm for each movement of money that has another currency than its payment now. To be called last before the commit, when
 * everything else that follows from the delivery is written, and so that no check of the alarms waits for long.
 */
export async function raiseOtherCurrencies(db: Db, payments: readonly PaymentKey[]): Promise<void> {
  const each = [...new Map(payments.map((key) => [`${key.medium_id} ${key.payment_id}`, key])).values()];
  const moves: CorrectedMove[] = [];
  for (let first = 0; first < each.length; first += mostAtOnce) {
    const some = each.slice(first, first + mostAtOnce);
    const keys = { mediumIds: some.map((key) => key.medium_id), paymentIds: some.map((key) => key.payment_id) };
    for (const move of await listCorrected(db, keys)) moves.push(move);
  }
  for (const { is_refund: isRefund, subject, amount_minor: amountMinor, currency, payment_currency } of moves) {
    const kind = isRefund ? 'refund_currency_corrected' : 'charge_currency_corrected';
    const detail = { amountMinor, currency, paymentCurrency: payment_currency };
    await raiseAlarm(db, { kind, subject, detail, restDays: restDaysOf(kind) });
  }
}
