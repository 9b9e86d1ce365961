import { type Aggregation, isCheck, isCredit, isSettled, refusals, type Settlement } from './aggregations.ts';
import type { DepositContent } from './contents.ts';
import type { Piece, Pieces, PiecesByKind } from './pieces-by-kind.ts';

export type Deposit = Piece<DepositContent>;

/** The match between the bank's own file and the back office, about the same money. */
export interface DepositMatches {
  /** Movements of the back office that the bank's file says took place. */
  readonly confirmed: ReadonlySet<Settlement>;
  /** Deposits that the back office has not delivered. */
  readonly untold: ReadonlySet<Deposit>;
}

/** Tells deposits from those in another currency than all payments that name their reference: these are the money of no payment. */
export function splitDeposits(
  { deposits }: Pick<PiecesByKind, 'deposits'>,
  aggregations: Iterable<Aggregation>,
): { own: Pieces<DepositContent>; foreign: Deposit[] } {
  const named = [...aggregations].flatMap(({ currency, settlements, authorisations }) =>
    [...settlements, ...authorisations.filter((one) => !isCheck(one))].map(({ beside }) => ({ beside, currency })),
  );
  const namedBy = Map.groupBy(named, ({ beside }) => beside);
  const isForeign = ({ about, says }: Deposit) => {
    const payments = namedBy.get(about) ?? [];
    const isKnown = payments.length > 0 && typeof says.namedCurrency === 'string';
    return isKnown && payments.every(({ currency }) => currency !== says.namedCurrency);
  };
  const { own = [], foreign = [] } = Object.groupBy([...deposits.values()].flat(), (one) =>
    isForeign(one) ? 'foreign' : 'own',
  );
  return { own: Map.groupBy(own, ({ about }) => about), foreign };
}

/**
 * Compares both under each reference of the bank, charges and refunds separately. Equal amounts
 * match first. The rest is delivered in parts by one of the two: then the sums decide.
 */
export function matchDeposits(
  { deposits }: Pick<PiecesByKind, 'deposits'>,
  aggregations: Iterable<Aggregation>,
): DepositMatches {
  const told = [...aggregations].flatMap((aggregation) =>
    aggregation.settlements.map((settlement) => ({ settlement, isBack: isCredit(settlement, aggregation) })),
  );
  const toldBy = Map.groupBy(told, ({ settlement, isBack }) => `${isBack} ${settlement.beside}`);
  const matches = { confirmed: new Set<Settlement>(), untold: new Set<Deposit>() };
  for (const [key, same] of Map.groupBy([...deposits.values()].flat(), directionOf)) {
    const settlements = (toldBy.get(key) ?? []).map(({ settlement }) => settlement);
    matchOfReference(settlements, same.toSorted(largestFirst), matches);
  }
  return matches;
}

const directionOf = ({ about, says }: Deposit) => `${says.amountMinor < 0} ${about}`;
export const sizeOf = ({ says }: Pick<Deposit, 'says'>): number => Math.abs(says.amountMinor);
/** Where only the sums decide, the small rows are parts of a movement that is known, and the large one is the movement that is not. */
const largestFirst = (one: Deposit, other: Deposit) =>
  sizeOf(other) - sizeOf(one) || (one.pieceId < other.pieceId ? -1 : 1);
const minorOf = (settlements: readonly Settlement[]) => sumOf(settlements.map(({ says }) => says.amountMinor));
const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

function matchOfReference(
  settlements: readonly Settlement[],
  deposits: readonly Deposit[],
  matches: { confirmed: Set<Settlement>; untold: Set<Deposit> },
): void {
  const unmet: Settlement[] = [];
  let left = deposits;
  for (const [size, same] of Map.groupBy(settlements, ({ says }) => says.amountMinor)) {
    const equal = left.filter((deposit) => sizeOf(deposit) === size);
    const met = equal.slice(0, same.length);
    left = left.filter((deposit) => !met.includes(deposit));
    if (met.length === same.length) {
      for (const settlement of same) matches.confirmed.add(settlement);
      continue;
    }
    // Too few deposits: settled movements need no confirmation, and it is unknown which pending movement a deposit confirms.
    const settledFirst = same.toSorted((one, other) => Number(isSettled(other)) - Number(isSettled(one)));
    unmet.push(...settledFirst.slice(met.length));
  }
  const leftMinor = sumOf(left.map(sizeOf));
  const areTheRest = leftMinor === minorOf(unmet);
  if (areTheRest) for (const settlement of unmet) matches.confirmed.add(settlement);
  // No money moved for those that the bank refused, so no deposit is a part of them.
  let rest = leftMinor - minorOf(areTheRest ? unmet : unmet.filter(({ says }) => !refusals.has(says.status)));
  for (const deposit of left) {
    if (sizeOf(deposit) > rest) continue;
    matches.untold.add(deposit);
    rest -= sizeOf(deposit);
  }
}
