import { receiptLink } from '@tapfolio/contracts/shared.ts';
import { tripFacts } from '@tapfolio/contracts/trips.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import { type Contradictions, pick, sum } from './contradictions.ts';
import type { CardSurfaces, Surfaces } from './read-surfaces.ts';

/** Trips: pages and whole list, totals of days, details, and the payments that contain them. */
export function compareTrips(
  check: Contradictions,
  { trips, pagedTrips, tripDetails, paymentDetails }: CardSurfaces,
): void {
  check.same(
    'trips by page',
    pagedTrips.flatMap(({ items }) => items),
    trips.items,
  );
  const totals = new Map<string, { trips: number; minor: number }>();
  for (const { serviceDay, fare } of trips.items) {
    const total = totals.get(`${serviceDay} ${fare.currency}`) ?? { trips: 0, minor: 0 };
    totals.set(`${serviceDay} ${fare.currency}`, { trips: total.trips + 1, minor: total.minor + fare.amountMinor });
  }
  for (const page of [trips, ...pagedTrips]) {
    for (const { serviceDay, trips: count, total } of page.days)
      check.same(
        `day ${serviceDay}`,
        { trips: count, minor: total.amountMinor },
        totals.get(`${serviceDay} ${total.currency}`),
      );
    for (const { serviceDay, fare } of page.items)
      check.holds(
        `day ${serviceDay} has a total`,
        page.days.some((day) => day.serviceDay === serviceDay && day.total.currency === fare.currency),
      );
  }
  for (const [index, trip] of trips.items.entries()) {
    const detail = tripDetails[index];
    if (detail === undefined) throw new Error('each trip was read');
    check.same(`trip ${trip.id}`, pick(detail, Object.keys(trip)), trip);
    const windows = paymentDetails.filter(
      ({ reason, srid }) => !movementReasons.includes(reason) && srid !== null && srid === trip.srid,
    );
    const [window] = windows;
    check.holds(`trip ${trip.id} has one payment`, windows.length <= 1);
    check.same(
      `payment of trip ${trip.id}`,
      detail.payment,
      window === undefined ? null : { id: window.id, openedAt: window.openedAt },
    );
    const related = window?.trips.find(({ id }) => id === trip.id);
    check.holds(`the payment of trip ${trip.id} lists it`, window === undefined || related !== undefined);
    if (related === undefined) continue;
    const shared = Object.keys(tripFacts.shape);
    check.same(`trip ${trip.id} in its payment`, pick(related, shared), pick(trip, shared));
    check.same(`price of trip ${trip.id}`, related.price, trip.fare);
    check.same(`refund of trip ${trip.id}`, related.refund, detail.refund);
  }
}

/** Products: list, details, and the payments that charged them. */
export function compareProducts(
  check: Contradictions,
  { products, productDetails, paymentDetails }: CardSurfaces,
): void {
  for (const [index, product] of products.items.entries()) {
    const detail = productDetails[index];
    if (detail === undefined) throw new Error('each product was read');
    check.same(`product ${product.id}`, pick(detail, Object.keys(product)), product);
    const window = paymentDetails.find(
      ({ reason, srid }) => !movementReasons.includes(reason) && srid !== null && srid === detail.srid,
    );
    const link = window === undefined ? null : pick(window, Object.keys(receiptLink.shape));
    check.same(`payment of product ${product.id}`, detail.payment, link);
    const related = window?.products.find(({ id }) => id === product.id);
    if (window !== undefined) check.same(`price of product ${product.id}`, related?.price, product.amount);
  }
  for (const { products: related } of paymentDetails)
    for (const { id } of related)
      check.holds(
        `product ${id} is in the list`,
        products.items.some((product) => product.id === id),
      );
}

/** The view of a card and the lists behind it. */
export function compareOverview(
  check: Contradictions,
  { card, overview, trips, payments, products }: CardSurfaces,
): void {
  check.same('card', overview.card, card);
  check.same('newest trips', overview.trips, trips.items.slice(0, overview.trips.length));
  check.same('newest payments', overview.payments, payments.items.slice(0, overview.payments.length));
  check.same('newest products', overview.products, products.items.slice(0, overview.products.length));
}

/** The sums of the start page, and the tickets that are valid now. */
export function compareSums(check: Contradictions, { cards, spend: sums, tickets }: Surfaces): void {
  const trips = cards.flatMap((card) => card.trips.items);
  for (const { currency, weeks, transportTypes } of sums.currencies) {
    for (const [index, { firstDay, trips: count, total }] of weeks.entries()) {
      const end = index === 0 ? '9999' : (weeks[index - 1]?.firstDay ?? '');
      const own = trips.filter(
        ({ serviceDay, fare }) => serviceDay >= firstDay && serviceDay < end && fare.currency === currency,
      );
      check.same(
        `week of ${firstDay} in ${currency}`,
        [count, total.amountMinor],
        [own.length, sum(own.map(({ fare }) => fare))],
      );
    }
    check.same(
      `types of transport in ${currency}`,
      sum(transportTypes.map(({ total }) => total)),
      sum(weeks.map(({ total }) => total)),
    );
  }
  const products = cards.flatMap((card) => card.products.items);
  for (const { product } of tickets)
    check.same(
      `ticket ${product.id}`,
      product,
      products.find(({ id }) => id === product.id),
    );
  const active = products.filter(
    ({ status, validFrom, validTo }) =>
      status === 'active' && validFrom <= new Date().toISOString() && validTo > new Date().toISOString(),
  );
  check.same(
    'active tickets',
    tickets.map(({ product }) => product.id).toSorted(),
    active.map(({ id }) => id).toSorted(),
  );
}
