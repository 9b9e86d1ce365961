import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import type { Supply } from '@tapfolio/domain/taxes.ts';

/** A trip or a ticket of a payment. */
interface Sold {
  readonly day: string;
  readonly price: Money;
  /** Its price less what was given back of it. */
  readonly keptMinor: number;
}

/**
 * What a payment was made for, by service day: each trip without what was given back of it, and tickets on the day of the payment. Fares
 * in another currency cost what the operator charged for them. Where that is unknown and they are of several days, all is of the day of the
 * payment.
 */
export function suppliesOf(
  payment: Pick<PaymentDetail, 'trips' | 'products' | 'serviceDay' | 'due' | 'paid'>,
): Supply[] {
  const sold = soldFor(payment).filter(({ price }) => price.amountMinor !== 0);
  const kept = sold.filter(({ keptMinor }) => keptMinor > 0);
  const wholeOn = (day: string) => [{ day, amountMinor: payment.paid.amountMinor }];
  const [day = payment.serviceDay, ...otherDays] = new Set(kept.map((one) => one.day));
  if (otherDays.length === 0) return wholeOn(day);
  const weights = weightsOf(sold, payment.due);
  if (weights === undefined) return wholeOn(payment.serviceDay);
  return kept.map((one) => ({ day: one.day, amountMinor: one.keptMinor * (weights.get(one.price.currency) ?? 0) }));
}

function soldFor({ trips, products, serviceDay }: Pick<PaymentDetail, 'trips' | 'products' | 'serviceDay'>): Sold[] {
  const tickets = products.filter(({ tripId }) => tripId === null);
  return [
    ...trips.map(({ serviceDay: day, price, refund }) => {
      return { day, price, keptMinor: price.amountMinor - (refund?.amount.amountMinor ?? 0) };
    }),
    ...tickets.map(({ price }) => ({ day: serviceDay, price, keptMinor: price.amountMinor })),
  ];
}

/**
 * What a minor unit of each currency cost, as whole numbers in proportion. The amount due beyond the fares in its own currency is what was
 * charged for those in the only other one. Undefined if there are several others, or if nothing was charged beyond.
 */
function weightsOf(sold: readonly Sold[], due: Money): ReadonlyMap<string, number> | undefined {
  const sums = new Map<string, number>();
  for (const { price } of sold) sums.set(price.currency, (sums.get(price.currency) ?? 0) + price.amountMinor);
  const [only, ...others] = sums.keys();
  if (only !== undefined && others.length === 0) return new Map([[only, 1]]);
  const ownMinor = sums.get(due.currency);
  const [foreign, ...more] = [...sums].filter(([currency]) => currency !== due.currency);
  if (ownMinor === undefined || foreign === undefined || more.length > 0) return undefined;
  const [currency, foreignMinor] = foreign;
  const chargedMinor = due.amountMinor - ownMinor;
  if (chargedMinor <= 0 || foreignMinor <= 0) return undefined;
  return new Map([
    [due.currency, foreignMinor],
    [currency, chargedMinor],
  ]);
}
