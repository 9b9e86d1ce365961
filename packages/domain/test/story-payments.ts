import type { SourcePayment, Story } from '../src/payment-story.ts';

/** Canadian dollars, in cents. */
export const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
const day = '2026-11-19';

/** A trip as the story of a payment reads it. */
export interface Trip {
  id: string;
  operator: string | null;
  line: { id: string } | null;
  from: string | null;
  to: string | null;
  serviceDay: string;
  price: { amountMinor: number; currency: string };
  fullPrice: { amountMinor: number; currency: string } | null;
  fareReason: string | null;
  refund: { amount: { amountMinor: number; currency: string }; reason: string | null } | null;
}

export type Source = SourcePayment<Trip>;

/** A trip that costs this much, for this reason. */
export const trip = (amountMinor: number, fareReason: string | null = null, over: Partial<Trip> = {}): Trip => ({
  id: `trip ${amountMinor} ${fareReason}`,
  operator: null,
  line: null,
  from: 'Harbour',
  to: null,
  serviceDay: day,
  price: cad(amountMinor),
  fullPrice: null,
  fareReason,
  refund: null,
  ...over,
});

/** What was given back of a trip: before the charge if the reason says so. */
export const back = (amountMinor: number, reason: string | null = null) => ({ amount: cad(amountMinor), reason });

/** What the bank gave back. */
export const refund = (amountMinor: number, at: string | null = null) =>
  ({ at, direction: 'credit', amount: cad(amountMinor), approved: true }) as const;

/** A paid payment of these trips. */
export const paymentOf = (dueMinor: number, trips: readonly Trip[], over: Partial<Source> = {}): Source => ({
  trips,
  products: [],
  splitDays: [],
  due: cad(dueMinor),
  paid: cad(dueMinor),
  total: cad(dueMinor),
  previouslyPaid: cad(0),
  differencePaid: cad(dueMinor),
  writtenOff: null,
  charges: [],
  status: 'accepted',
  reason: 'trip',
  ...over,
});

/** The lines of a story: the kind of each and its amount. */
export const told = ({ lines }: Story<Trip>) => lines.map(({ kind, amount }) => [kind, amount.amountMinor]);
