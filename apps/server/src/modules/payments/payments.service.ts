import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import { collectedTogether, paidInParts, takenMinor, withoutRepetitions } from '@tapfolio/domain/bank-charges.ts';
import type { Config } from '../../config/config.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { readKeyset } from '../../lib/keyset.ts';
import type { Db } from '../../lib/sql.ts';
import { inOneMonthFirst } from '../travel/one-month-first.ts';
import { type DeliveredPayment, findPayment, listPaymentsJson } from './payments.queries.ts';

/** One page of a medium's payments as the JSON of the contract's `paymentPage`. */
export async function readPaymentPage(db: Db, mediumId: string, query: HistoryQuery): Promise<string> {
  const { from, before, beforeId, limit } = readKeyset(query);
  const [row] = await listPaymentsJson(db, [mediumId, from, before, beforeId, limit]);
  if (row === undefined) throw new Error('a history answers exactly one row');
  return row.body;
}

export interface PaymentQuestion {
  mediumId: string;
  paymentId: string;
  /** Two letters, for names of the timetable. */
  language: string;
  /** What stands before the reference on a statement. */
  prefix: string;
  /** About when it opened, in ISO 8601, where the caller knows. */
  at?: string | undefined;
}

/**
 * One payment with its story.
 * @throws AppError `payment_not_found` when this medium has no such payment.
 */
export async function readPayment(db: Db, question: PaymentQuestion): Promise<PaymentDetail> {
  const { mediumId, paymentId, language, prefix } = question;
  const find = (opened: string | null) => findPayment(db, [mediumId, paymentId, language, prefix, opened]);
  const [row] = await inOneMonthFirst(find, question.at);
  assertThat(row !== undefined, 'payment_not_found');
  return settledPayment(row.payment);
}

/** Weighs the movements at the bank against what the window says was paid. */
function settledPayment(payment: DeliveredPayment): PaymentDetail {
  const charges = withoutRepetitions(payment.charges, payment.paid.amountMinor);
  const beyondMinor = takenMinor(charges) - payment.paid.amountMinor;
  const alsoCollected = collectedTogether(payment.alsoCollected, beyondMinor);
  return { ...payment, charges, alsoCollected, ...paidInParts(charges, payment.paid) };
}

/** What this operator's charges begin with on a statement: the prefix of the first sample, else the first prefix. */
export function statementPrefix({ prefixes, samples }: Config['statementReference']): string {
  const longestFirst = [...prefixes].sort((one, other) => other.length - one.length);
  return longestFirst.find((prefix) => samples[0]?.startsWith(prefix)) ?? prefixes[0] ?? '';
}
