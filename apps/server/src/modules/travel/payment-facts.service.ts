import type { Db } from '../../lib/sql.ts';
import { countTrips, listMoves, type MoveRow } from './bank.queries.ts';
import { type BankAnswer, bankAnswer } from './bank.ts';
import type { PaymentRow } from './payment.sql.ts';
import { tripsOfWindows } from './payment-window.ts';

/** What the bank did and how many trips there were, by the reference of a payment. */
export interface FactsOfPayments {
  bankOf(srid: string | null): BankAnswer;
  movesOf(srid: string | null): readonly MoveRow[];
  tripsOf(srid: string | null): number;
}

const nothing: BankAnswer = bankAnswer([]);

/** Reads what these payments of one medium do not say themselves. */
export async function readPaymentFacts(
  db: Db,
  mediumId: string,
  payments: readonly Pick<PaymentRow, 'srid' | 'opened_at' | 'closed_at'>[],
): Promise<FactsOfPayments> {
  const srids = payments.flatMap(({ srid }) => srid ?? []);
  const [moves, counts] =
    srids.length === 0
      ? [[], []]
      : await Promise.all([
          listMoves(db, { mediumId, srids }),
          countTrips(db, { mediumId, ...tripsOfWindows(payments) }),
        ]);
  const movesBySrid = Map.groupBy(moves, ({ srid }) => srid);
  const banks = new Map([...movesBySrid].map(([srid, of]) => [srid, bankAnswer(of)]));
  const trips = new Map(counts.map((row) => [row.srid, row.trips]));
  return {
    bankOf: (srid) => banks.get(srid ?? '') ?? nothing,
    movesOf: (srid) => movesBySrid.get(srid ?? '') ?? [],
    tripsOf: (srid) => trips.get(srid ?? '') ?? 0,
  };
}

/** What the bank did about the payment of one reference. */
export async function readBankAnswer(db: Db, mediumId: string, srid: string | null): Promise<BankAnswer> {
  return srid === null ? nothing : bankAnswer(await listMoves(db, { mediumId, srids: [srid] }));
}
