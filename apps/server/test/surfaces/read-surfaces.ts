import { cardList, cardOverview, getCard, listCards } from '@tapfolio/contracts/cards.ts';
import { debtList, findDebt, guestDebt, listDebts } from '@tapfolio/contracts/debts.ts';
import { longestProofDays, longestStatementDays } from '@tapfolio/contracts/limits.ts';
import { getPayment, listPayments, paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { exportData } from '@tapfolio/contracts/privacy.ts';
import {
  activeTicketList,
  getProduct,
  listActiveTickets,
  listProducts,
  productDetail,
  productPage,
} from '@tapfolio/contracts/products.ts';
import { downloadReceipt, findReceipts, publicReceipt } from '@tapfolio/contracts/receipts.ts';
import { getSpend, spend } from '@tapfolio/contracts/spend.ts';
import { downloadTravelProof } from '@tapfolio/contracts/travel-proof.ts';
import { downloadTravelStatement } from '@tapfolio/contracts/travel-statement.ts';
import { getTrip, listTrips, tripDetail, tripPage } from '@tapfolio/contracts/trips.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import * as z from 'zod/mini';
import type { SignedIn, TestApp } from '../build-app.ts';
import { readCsv } from '../csv.ts';

type Caller = Pick<SignedIn, 'call'>;

/** Everything that the portal shows about one card. */
export interface CardSurfaces {
  readonly card: z.infer<typeof cardList>['items'][number];
  readonly overview: z.infer<typeof cardOverview>;
  readonly trips: z.infer<typeof tripPage>;
  readonly pagedTrips: readonly z.infer<typeof tripPage>[];
  readonly tripDetails: readonly z.infer<typeof tripDetail>[];
  readonly payments: z.infer<typeof paymentPage>;
  readonly pagedPayments: readonly z.infer<typeof paymentPage>[];
  readonly paymentDetails: readonly z.infer<typeof paymentDetail>[];
  readonly products: z.infer<typeof productPage>;
  readonly productDetails: readonly z.infer<typeof productDetail>[];
  readonly debts: z.infer<typeof debtList>['items'];
}

/** Everything that the portal shows to one passenger, and to a guest about the passenger's payments. */
export interface Surfaces {
  readonly cards: readonly CardSurfaces[];
  readonly spend: z.infer<typeof spend>;
  readonly tickets: z.infer<typeof activeTicketList>['items'];
  readonly publicReceipts: ReadonlyMap<string, z.infer<typeof publicReceipt> | string>;
  readonly guestDebts: ReadonlyMap<string, z.infer<typeof guestDebt> | string>;
  readonly receiptStatus: ReadonlyMap<string, number>;
  /** Null where it was not asked for: an account may be exported a few times a day. */
  readonly exported: Exported | null;
  /** What the documents of a period say in CSV, without their heads; empty where they were not asked for. */
  readonly statement: readonly (readonly string[])[];
  readonly proof: readonly (readonly string[])[];
}

const exportedRow = z.record(z.string(), z.unknown());
const exportedData = z.object({
  travel: z.array(
    z.looseObject({
      cardId: z.int(),
      trips: z.array(exportedRow),
      payments: z.array(exportedRow),
      debts: z.array(exportedRow),
      refunds: z.array(exportedRow),
      collections: z.array(exportedRow),
      chargebacks: z.array(exportedRow),
    }),
  ),
});
/** The parts of the data export that are compared. */
export type Exported = z.infer<typeof exportedData>;

async function read<Shape extends z.ZodMiniType>(
  caller: Caller,
  shape: Shape,
  { path }: { path: string },
  values: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string>> = {},
): Promise<z.infer<Shape>> {
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name]));
  const asked = new URLSearchParams(query).toString();
  const response = await caller.call({ url: asked === '' ? url : `${url}?${asked}` });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
  return shape.parse(response.json());
}

async function pages<Page extends { nextCursor: string | null }>(
  readPage: (query: Record<string, string>) => Promise<Page>,
): Promise<Page[]> {
  const all: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await readPage({ limit: '3', ...(cursor !== '' && { cursor }) });
    all.push(page);
    cursor = page.nextCursor;
  }
  return all;
}

async function readCardSurfaces(caller: Caller, card: CardSurfaces['card']): Promise<CardSurfaces> {
  const cardId = card.id;
  const readTrips = (query: Record<string, string>) => read(caller, tripPage, listTrips, { cardId }, query);
  const readPayments = (query: Record<string, string>) => read(caller, paymentPage, listPayments, { cardId }, query);
  const trips = await readTrips({ limit: '200' });
  const payments = await readPayments({ limit: '200' });
  const products = await read(caller, productPage, listProducts, { cardId }, { limit: '200' });
  const tripDetails = await Promise.all(
    trips.items.map(({ id: tripId, startedAt }, index) =>
      read(caller, tripDetail, getTrip, { cardId, tripId }, index % 2 === 0 ? { at: startedAt } : {}),
    ),
  );
  const paymentDetails = await Promise.all(
    payments.items.map(({ id: paymentId, openedAt }, index) =>
      read(caller, paymentDetail, getPayment, { cardId, paymentId }, index % 2 === 0 ? { at: openedAt } : {}),
    ),
  );
  return {
    card,
    overview: await read(caller, cardOverview, getCard, { cardId }),
    trips,
    pagedTrips: await pages(readTrips),
    tripDetails,
    payments,
    pagedPayments: await pages(readPayments),
    paymentDetails,
    products,
    productDetails: await Promise.all(
      products.items.map(({ id: productId }) => read(caller, productDetail, getProduct, { cardId, productId })),
    ),
    debts: (await read(caller, debtList, listDebts, { cardId })).items,
  };
}

const foundReceipts = z.object({ items: z.array(publicReceipt) });

let lastAddress = 0;
/** Another address for each question, so that no limit for guesses is reached. */
export function nextAddress(): string {
  lastAddress += 1;
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

async function askAsGuest<Shape extends z.ZodMiniType>(
  guest: Caller,
  shape: Shape,
  { path }: { path: string },
  proof: { srid: string; amountMinor: number },
): Promise<z.infer<Shape> | string> {
  const response = await guest.call({ method: 'POST', url: path, payload: proof, remoteAddress: nextAddress() });
  if (response.statusCode === 200) return shape.parse(response.json());
  return String(response.json().error?.code);
}

/** The amount that a statement shows: what the bank took first, else what was paid or is due. */
function amountOnStatement({ charges, due, paid }: z.infer<typeof paymentDetail>): number {
  const taken = charges.find(({ direction, approved }) => direction === 'debit' && approved);
  return taken?.amount.amountMinor ?? (paid.amountMinor > 0 ? paid.amountMinor : due.amountMinor);
}

/** Reads everything that a passenger, and a guest with the passenger's statement, can see. */
export async function readSurfaces(
  app: Pick<TestApp, 'call'>,
  passenger: Caller,
  { withExport }: { withExport: boolean },
): Promise<Surfaces> {
  const { items } = await read(passenger, cardList, listCards);
  const cards: CardSurfaces[] = [];
  for (const card of items) cards.push(await readCardSurfaces(passenger, card));
  const publicReceipts = new Map<string, z.infer<typeof publicReceipt> | string>();
  const guestDebts = new Map<string, z.infer<typeof guestDebt> | string>();
  const receiptStatus = new Map<string, number>();
  for (const { card, paymentDetails, debts } of cards) {
    for (const payment of paymentDetails) {
      const amountMinor = amountOnStatement(payment);
      const isWindow = !movementReasons.includes(payment.reason);
      if (isWindow && payment.srid !== null && amountMinor > 0) {
        const found = await askAsGuest(app, foundReceipts, findReceipts, { srid: payment.srid, amountMinor });
        publicReceipts.set(payment.id, typeof found === 'string' ? found : (found.items[0] ?? 'none'));
      }
      const url = downloadReceipt.path.replace(':cardId', String(card.id)).replace(':paymentId', payment.id);
      if (!payment.receiptAvailable) receiptStatus.set(payment.id, (await passenger.call({ url })).statusCode);
    }
    for (const { paymentId, srid, amount } of debts)
      if (srid !== null && amount.amountMinor > 0)
        guestDebts.set(
          paymentId,
          await askAsGuest(app, guestDebt, findDebt, { srid, amountMinor: amount.amountMinor }),
        );
  }
  return {
    cards,
    spend: await read(passenger, spend, getSpend, {}, { weeks: '13' }),
    tickets: (await read(passenger, activeTicketList, listActiveTickets)).items,
    publicReceipts,
    guestDebts,
    receiptStatus,
    exported: withExport ? await read(passenger, exportedData, exportData) : null,
    statement: withExport ? await readDocument(passenger, downloadTravelStatement, cards, longestStatementDays) : [],
    proof: withExport ? await readDocument(passenger, downloadTravelProof, cards, longestProofDays) : [],
  };
}

const dayAt = (daysAhead: number) => new Date(Date.now() + daysAhead * dayMs).toISOString().slice(0, 10);

/** The first of so many days that end tomorrow. */
export const firstDayOf = (days: number): string => dayAt(2 - days);

/** The rows of a document about all cards, for as many days as it may have, the last of which is tomorrow. */
async function readDocument(
  caller: Caller,
  { path }: { path: string },
  cards: readonly CardSurfaces[],
  days: number,
): Promise<string[][]> {
  if (cards.length === 0) return [];
  const asked = {
    from: firstDayOf(days),
    to: dayAt(1),
    cards: cards.map(({ card }) => card.id).join(','),
    format: 'csv',
  };
  const response = await caller.call({ url: `${path}?${new URLSearchParams(asked).toString()}` });
  // It is empty.
  if (response.statusCode === 404) return [];
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
  return readCsv(response.body).slice(1);
}
