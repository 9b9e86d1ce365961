import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { countedPaid, knownPaid } from '@tapfolio/domain/paid-and-rest.ts';

/** A line of the history of a card. */
export interface StatementLine {
  readonly id: string;
  readonly cardId: number;
  readonly cardName: string;
  readonly payment: PaymentSummary;
  /** What the trips for work of this payment cost, less what was refunded of them. Null in a statement of all payments, and for a refund. */
  readonly forWork: Money | null;
}

/** What a line counts. */
export interface LineMoney {
  readonly charged: Money;
  readonly refunded: Money;
  /** The first less the second. */
  readonly paid: Money;
}

/**
 * What a line of the history counts: in all the same as the sum below the list of payments. Null if that is not known, or if the line
 * counts elsewhere: a late collection is a part of what was paid of its fare.
 */
export function moneyOf({ payment }: StatementLine): LineMoney | null {
  const { reason, countsByItself } = payment;
  if (knownPaid(payment) === null || (reason === 'debt_recovery' && !countsByItself)) return null;
  const paid = countedPaid(payment);
  const none = { ...paid, amountMinor: 0 };
  if (reason !== 'refund') return { charged: paid, refunded: none, paid };
  return { charged: none, refunded: { ...paid, amountMinor: -paid.amountMinor }, paid };
}

/** The sum of some lines in one currency. */
export interface LineSum extends LineMoney {
  readonly lines: number;
  /** Of the trips for work. */
  readonly forWork: Money;
}

/** The sum of the lines of a card in a month and in one currency. */
export interface CardMonth {
  readonly cardName: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly sum: LineSum;
}

/** One sum for each currency: amounts of different ones are never added. */
export function sumByCurrency(lines: readonly StatementLine[]): LineSum[] {
  const currencies = new Set(lines.map((line) => currencyOf(line)));
  return [...currencies].map((currency) => {
    const own = lines.filter((line) => currencyOf(line) === currency);
    const counted = own.flatMap((line) => moneyOf(line) ?? []);
    const sum = (amountOf: (money: LineMoney) => Money): Money => ({
      amountMinor: counted.reduce((total, money) => total + amountOf(money).amountMinor, 0),
      currency,
    });
    const workMinor = own.reduce((total, { forWork }) => total + (forWork?.amountMinor ?? 0), 0);
    return {
      lines: own.length,
      forWork: { amountMinor: workMinor, currency },
      charged: sum(({ charged }) => charged),
      refunded: sum(({ refunded }) => refunded),
      paid: sum(({ paid }) => paid),
    };
  });
}

/** The same for each card and month, in the order of these cards and of the calendar. */
export function sumByCardAndMonth(lines: readonly StatementLine[], cardIds: readonly number[]): CardMonth[] {
  const months = [...new Set(lines.map(monthOf))].toSorted();
  return cardIds.flatMap((cardId) =>
    months.flatMap((month) => {
      const own = lines.filter((line) => line.cardId === cardId && monthOf(line) === month);
      const [first] = own;
      if (first === undefined) return [];
      return sumByCurrency(own).map((sum) => ({ cardName: first.cardName, month, sum }));
    }),
  );
}

const currencyOf = ({ payment }: StatementLine) => payment.paid.currency;
const monthOf = ({ payment }: StatementLine) => payment.serviceDay.slice(0, 7);
