import { type Aggregation, agreedTo, isCredit, isSettled, type Settlement } from './aggregations.ts';
import { type Deposit, mayBeOf, sizeOf } from './deposit-matches.ts';
import type { Fares } from './fares.ts';

interface Evidence {
  readonly fares: Pick<Fares, 'isLive'>;
  /** Of the bank's own file, by the reference of the bank. */
  readonly deposits: ReadonlyMap<string, readonly Deposit[]>;
}

/** Leaves out settlements that are delivered again, for each payment. */
export function leaveOutRepeated(
  aggregations: ReadonlyMap<string, Aggregation>,
  evidence: Evidence,
): Map<string, Aggregation> {
  return new Map(
    Array.from(aggregations, ([key, aggregation]) => {
      const repeated = repeatedSettlements(aggregation, evidence);
      if (repeated.length === 0) return [key, aggregation];
      const settlements = aggregation.settlements.filter((one) => !repeated.includes(one));
      return [key, { ...aggregation, settlements, repeated }];
    }),
  );
}

/**
 * Finds the settled movements of a payment that the back office repeats under another id. How often the bank moved an amount under one
 * reference is known from its own file, else from its answers to the charges, else from the request for the refund. A charge always
 * counts while the fares are not paid in full, so that no passenger is asked to pay twice.
 */
function repeatedSettlements(aggregation: Aggregation, { fares, deposits }: Evidence): Settlement[] {
  const live = aggregation.fares.filter(fares.isLive);
  const settled = aggregation.settlements.filter(isSettled);
  const debits = settled.filter((one) => !isCredit(one, aggregation));
  let beyondDue = sumOf(debits.map(({ says }) => says.amountMinor)) - sumOf(live.map(({ says }) => says.chargeMinor));
  const repeated: Settlement[] = [];
  for (const same of Map.groupBy(settled, (one) => likeness(one, aggregation)).values()) {
    const [first, ...again] = same;
    if (!first || first.beside === null || again.length === 0) continue;
    const isBack = isCredit(first, aggregation);
    if (isBack ? first.says.refundId === null : live.length === 0) continue;
    const inFile = (deposits.get(first.beside) ?? []).filter(
      (one) =>
        mayBeOf(one, aggregation) && one.says.amountMinor < 0 === isBack && sizeOf(one) === first.says.amountMinor,
    );
    const agreed = isBack ? 1 : agreedTo(aggregation, first.beside, first.says.amountMinor);
    const moved = inFile.length > 0 ? inFile.length : agreed;
    for (const one of same.slice(Math.max(moved, 1))) {
      const { amountMinor } = one.says;
      if (!isBack && amountMinor > beyondDue) break;
      if (!isBack) beyondDue -= amountMinor;
      repeated.push(one);
    }
  }
  return repeated;
}

/** What two rows about the same movement have in common. Refunds also need the same request. */
function likeness(settlement: Settlement, aggregation: Aggregation): string {
  const { beside, says } = settlement;
  const isBack = isCredit(settlement, aggregation);
  return JSON.stringify([beside, says.amountMinor, isBack, isBack ? says.refundId : null]);
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
