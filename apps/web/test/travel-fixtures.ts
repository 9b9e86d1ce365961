import {
  type Card,
  type CardList,
  type CardOverview,
  card,
  cardList,
  cardOverview,
} from '@tapfolio/contracts/cards.ts';
import { type Debt, debt } from '@tapfolio/contracts/debts.ts';
import { type Favourite, favourite } from '@tapfolio/contracts/favourites.ts';
import {
  type PaymentDetail,
  type PaymentSummary,
  paymentDetail,
  paymentSummary,
  type RelatedTrip,
  relatedTrip,
} from '@tapfolio/contracts/payments.ts';
import {
  type ProductDetail,
  type ProductSummary,
  productDetail,
  productSummary,
} from '@tapfolio/contracts/products.ts';
import { type SalesPackage, salesPackage } from '@tapfolio/contracts/sales-packages.ts';
import { type TripDetail, type TripSummary, tripDetail, tripSummary } from '@tapfolio/contracts/trips.ts';
import { nullsOf } from '../../../packages/contracts/test/nulls-of.ts';

let made = 0;

/** An id that no other fixture of this run has. */
export function nextId(): string {
  made += 1;
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
}

export const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });

const timeZone = 'America/Toronto';

/** A card that may travel and owes nothing. */
export function buildCard(overrides: Partial<Card> = {}): Card {
  return card.parse({
    ...nullsOf(card),
    id: 1,
    name: 'Everyday card',
    scheme: 'visa',
    mediumType: 'plastic',
    lastFour: '4242',
    status: 'active',
    linkedAt: '2026-11-01T15:00:00Z',
    historyFrom: '2026-03-01T00:00:00Z',
    debtStatus: 'none',
    accessStatus: 'granted',
    ...overrides,
  });
}

/** A card that readers refuse until its fare is paid. */
export function buildRefusedCard(overrides: Partial<Card> = {}): Card {
  const debt = {
    due: [cad(750)],
    state: 'owed' as const,
    count: 1,
    paymentId: nextId(),
    since: '2026-11-13T12:00:00Z',
    serviceDay: '2026-11-13',
    timeZone,
  };
  return buildCard({ debtStatus: 'owed', debt, accessStatus: 'denied', ...overrides });
}

export function buildCardList(items: readonly Card[], overrides: Partial<CardList> = {}): CardList {
  return cardList.parse({ items, dataUpTo: '2026-11-20T13:42:00Z', ...overrides });
}

export function buildCardOverview(overrides: Partial<CardOverview> = {}): CardOverview {
  return cardOverview.parse({
    card: buildCard(),
    trips: [],
    payments: [],
    products: [],
    dataUpTo: '2026-11-20T13:42:00Z',
    ...overrides,
  });
}

export function buildTrip(overrides: Partial<TripSummary> = {}): TripSummary {
  return tripSummary.parse({
    ...nullsOf(tripSummary),
    id: nextId(),
    line: { id: 'L12', name: '12', longName: null, color: '0B4F9C', textColor: 'FFFFFF' },
    transportType: 'bus',
    status: 'calculated',
    fare: cad(375),
    updatedAt: '2026-11-20T15:00:00Z',
    startedAt: '2026-11-20T14:00:00Z',
    endedAt: '2026-11-20T14:20:00Z',
    from: 'Cathedral',
    to: 'Harbour',
    serviceDay: '2026-11-20',
    timeZone,
    srid: '7K2M4Q9T1XB5ZC',
    ...overrides,
  });
}

/** What opens under a trip: two stops, no refund, not charged yet. */
export function buildTripDetail(overrides: Partial<TripDetail> = {}): TripDetail {
  const summary = buildTrip();
  return tripDetail.parse({
    ...nullsOf(tripDetail),
    ...summary,
    start: { pointId: '1016', name: summary.from, at: summary.startedAt },
    stop: { pointId: '1042', name: summary.to, at: summary.endedAt },
    ...overrides,
  });
}

export function buildPayment(overrides: Partial<PaymentSummary> = {}): PaymentSummary {
  return paymentSummary.parse({
    ...nullsOf(paymentSummary),
    id: nextId(),
    openedAt: '2026-11-20T14:00:00Z',
    closedAt: '2026-11-21T09:30:00Z',
    serviceDay: '2026-11-20',
    timeZone,
    reason: 'trip',
    due: cad(375),
    paid: cad(375),
    total: cad(375),
    method: 'emv',
    status: 'accepted',
    countsByItself: false,
    srid: '7K2M4Q9T1XB5ZC',
    tripCount: 1,
    ...overrides,
  });
}

/** A trip as a line of a payment's story. */
export function buildRelatedTrip(overrides: Partial<RelatedTrip> = {}): RelatedTrip {
  const { fare, ...trip } = buildTrip();
  return relatedTrip.parse({ ...nullsOf(relatedTrip), ...trip, price: fare, fareReason: 'single fare', ...overrides });
}

/** What opens under a payment: one trip, charged once. */
export function buildPaymentDetail(overrides: Partial<PaymentDetail> = {}): PaymentDetail {
  const summary = buildPayment();
  const { due, closedAt } = summary;
  return paymentDetail.parse({
    ...nullsOf(paymentDetail),
    ...summary,
    statementLine: `PLT*${summary.srid}`,
    medium: { scheme: 'VISA', lastFour: '4242' },
    trips: [buildRelatedTrip()],
    products: [],
    previouslyPaid: cad(0),
    differencePaid: due,
    debtPaid: cad(0),
    charges: [{ at: closedAt, direction: 'debit', kind: 'charge', amount: due, approved: true }],
    writtenOff: null,
    alsoCollected: [],
    splitDays: [],
    receiptAvailable: true,
    ...overrides,
  });
}

export function buildProduct(overrides: Partial<ProductSummary> = {}): ProductSummary {
  return productSummary.parse({
    ...nullsOf(productSummary),
    id: nextId(),
    name: 'Day pass',
    description: 'All lines for one day',
    validFrom: '2026-11-20T09:00:00Z',
    validTo: '2026-11-21T09:00:00Z',
    timeZone,
    amount: cad(1125),
    status: 'active',
    ...overrides,
  });
}

/** What opens under a product, with its conditions unknown. */
export function buildProductDetail(overrides: Partial<ProductDetail> = {}): ProductDetail {
  return productDetail.parse({
    ...nullsOf(productDetail),
    ...buildProduct(),
    srid: '7K2M4Q9T1XB5ZC',
    ...overrides,
  });
}

/** Ten rides, bought in the app two weeks ago. */
export function buildSalesPackage(overrides: Partial<SalesPackage> = {}): SalesPackage {
  return salesPackage.parse({
    ...nullsOf(salesPackage),
    id: nextId(),
    name: 'Ten rides',
    description: 'Good for three months',
    soldAt: '2026-11-06T15:30:00Z',
    timeZone,
    amount: cad(3150),
    channelType: 'app',
    choice: 'open',
    ...overrides,
  });
}

export function buildFavourite(overrides: Partial<Favourite> = {}): Favourite {
  return favourite.parse({
    id: nextId(),
    name: 'To the office',
    packageName: 'Ten rides',
    addedAt: '2026-11-07T15:30:00Z',
    ...overrides,
  });
}

/** An unpaid fare of one trip without a request to pay yet. */
export function buildDebt(overrides: Partial<Debt> = {}): Debt {
  const at = '2026-11-14T06:00:00Z';
  const amount = cad(750);
  return debt.parse({
    ...nullsOf(debt),
    paymentId: nextId(),
    srid: '7K2M4Q9T1XB5ZC',
    since: '2026-11-13T12:00:00Z',
    serviceDay: '2026-11-13',
    timeZone,
    amount,
    state: 'owed',
    // A page asks less often for a fare that has not changed for a while.
    stateAt: new Date().toISOString(),
    nextStep: 'pay',
    triesLeft: 4,
    trips: [buildRelatedTrip({ price: amount })],
    history: [{ at, event: 'delivered_unpaid', state: 'owed', amount, source: 'feed' }],
    ...overrides,
  });
}
