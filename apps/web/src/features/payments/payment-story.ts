import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import type { PaymentStatus } from '@tapfolio/domain/states.ts';

/** The lines of "Why this amount?", in the order they are told. */
export type StoryLine =
  | { readonly kind: 'trips'; readonly amount: Money; readonly count: number }
  | { readonly kind: 'product'; readonly amount: Money; readonly id: string; readonly name: string }
  | { readonly kind: Exclude<StoryKind, 'trips' | 'product'>; readonly amount: Money };
type StoryKind =
  | 'trips'
  | 'product'
  | 'less'
  | 'more'
  | 'total'
  | 'previouslyPaid'
  | 'difference'
  | 'toCome'
  | 'unpaid'
  | 'refunded'
  | 'net';

type Told = Pick<
  PaymentDetail,
  | 'trips'
  | 'products'
  | 'tripsTotal'
  | 'due'
  | 'paid'
  | 'total'
  | 'previouslyPaid'
  | 'differencePaid'
  | 'status'
  | 'reason'
>;

/** The bank has not refused these: what is missing will still be asked for. */
const underWay: readonly PaymentStatus[] = ['open', 'none', 'pending', 'application_error'];

/**
 * Tells a payment as a sum: trips and products, what a cap or credit took off, the total, what was paid before and now,
 * what is missing, what came back. Every line is the server's own figure or a difference of two, so the sum comes out.
 */
export function storyOf(payment: Told): StoryLine[] {
  const { trips, tripsTotal, due, paid, total, status, reason } = payment;
  // A refund names the trips of the payment it gives back; nothing was due for it.
  if (reason === 'refund') return [{ kind: 'refunded', amount: total }];
  const some = (kind: Exclude<StoryKind, 'trips' | 'product'>, amountMinor: number): StoryLine[] =>
    amountMinor === 0 ? [] : [{ kind, amount: { amountMinor, currency: due.currency } }];
  const products = payment.products.map(({ id, name, price }) => ({
    kind: 'product' as const,
    amount: price,
    id,
    name,
  }));
  const sumOf = (bought: PaymentDetail['products']) => bought.reduce((sum, { price }) => sum + price.amountMinor, 0);
  const tripsMinor = tripsTotal.amountMinor - sumOf(payment.products.filter(({ tripId }) => tripId !== null));
  const adjustment = due.amountMinor - tripsMinor - sumOf(payment.products);
  const missing = Math.max(due.amountMinor - paid.amountMinor, 0);
  const refunded = total.amountMinor - due.amountMinor;
  return [
    ...(trips.length > 0
      ? [{ kind: 'trips' as const, amount: { ...tripsTotal, amountMinor: tripsMinor }, count: trips.length }]
      : []),
    ...products,
    ...some(adjustment < 0 ? 'less' : 'more', adjustment),
    { kind: 'total', amount: due },
    ...some('previouslyPaid', payment.previouslyPaid.amountMinor),
    { kind: 'difference', amount: payment.differencePaid },
    ...some(underWay.includes(status) ? 'toCome' : 'unpaid', missing),
    ...some('refunded', refunded),
    ...(refunded === 0 ? [] : [{ kind: 'net' as const, amount: total }]),
  ];
}
