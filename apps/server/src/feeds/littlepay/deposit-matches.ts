import { withDecimalsOf } from '@tapfolio/domain/money.ts';
import { type Aggregation, agreedTo, isCheck, isCredit, isSettled, refusals, type Settlement } from './aggregations.ts';
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

/** The payments that name a reference of the bank, each once. */
export function byReference<One extends Aggregation>(aggregations: Iterable<One>): Map<string, One[]> {
  const named = new Map<string, One[]>();
  for (const aggregation of aggregations) {
    const { settlements, authorisations } = aggregation;
    const references = [...authorisations.filter((one) => !isCheck(one)), ...settlements].map(({ beside }) => beside);
    for (const reference of new Set(references)) {
      if (reference === null) continue;
      const same = named.get(reference) ?? [];
      same.push(aggregation);
      named.set(reference, same);
    }
  }
  return named;
}

/** Whether the currency of a deposit, if its row names one, is that of the payment. */
export const mayBeOf = ({ says }: Deposit, { currency }: Aggregation): boolean =>
  typeof says.namedCurrency !== 'string' || says.namedCurrency === currency;

/**
 * Rows of the bank that name no currency are in that of the payments that name their reference. They were read with the decimals of the home operator's currency.
 * Those for which the payments' has too few decimals are in none of these.
 */
export function depositsInOwnCurrency(
  { deposits, chargebacks }: Pick<PiecesByKind, 'deposits' | 'chargebacks'>,
  aggregations: Iterable<Aggregation>,
): Pick<PiecesByKind, 'deposits' | 'chargebacks'> {
  if (deposits.size + chargebacks.size === 0) return { deposits, chargebacks };
  const named = byReference(aggregations);
  const inOwn = (rows: Pieces<DepositContent>): Pieces<DepositContent> =>
    new Map(Array.from(rows, ([about, same]) => [about, same.map((row) => depositIn(named.get(about) ?? [], row))]));
  return { deposits: inOwn(deposits), chargebacks: inOwn(chargebacks) };
}

function depositIn(payments: readonly Aggregation[], deposit: Deposit): Deposit {
  const { says } = deposit;
  const [currency, ...others] = new Set(payments.map((payment) => payment.currency));
  const isCertain = currency !== undefined && others.length === 0;
  if (!isCertain || typeof says.namedCurrency === 'string' || says.currency === currency) return deposit;
  const amountMinor = withDecimalsOf(currency, says);
  const known = amountMinor === undefined ? { namedCurrency: says.currency } : { amountMinor, currency };
  return { ...deposit, says: { ...says, ...known } };
}

/** Tells deposits from those in another currency than all payments that name their reference: these are the money of no payment. */
export function splitDeposits(
  { deposits }: Pick<PiecesByKind, 'deposits'>,
  aggregations: Iterable<Aggregation>,
): { own: Pieces<DepositContent>; foreign: Deposit[] } {
  if (deposits.size === 0) return { own: deposits, foreign: [] };
  const named = byReference(aggregations);
  const isOwn = (deposit: Deposit) => {
    const payments = named.get(deposit.about) ?? [];
    return payments.length === 0 || payments.some((one) => mayBeOf(deposit, one));
  };
  const { own = [], foreign = [] } = Object.groupBy([...deposits.values()].flat(), (one) =>
    isOwn(one) ? 'own' : 'foreign',
  );
  return { own: Map.groupBy(own, ({ about }) => about), foreign };
}

/**
 * Whether the bank agreed to charge the amount of a deposit under its reference, and the back office has delivered no movement of this
 * payment under that.
 */
export function wasAsked(aggregation: Aggregation, deposit: Deposit): boolean {
  const { about, says } = deposit;
  if (!mayBeOf(deposit, aggregation) || aggregation.settlements.some(({ beside }) => beside === about)) return false;
  return agreedTo(aggregation, about, says.amountMinor) > 0;
}

/**
 * Compares both under each reference of the bank, charges and refunds separately, and so each currency that deposits name. Equal
 * amounts match first, then those that the bank was asked to charge to another payment with the reference. The rest is delivered in
 * parts by one of the two: then the sums decide.
 */
export function matchDeposits(
  { deposits }: Pick<PiecesByKind, 'deposits'>,
  aggregations: Iterable<Aggregation>,
): DepositMatches {
  const matches = { confirmed: new Set<Settlement>(), untold: new Set<Deposit>() };
  if (deposits.size === 0) return matches;
  const named = byReference(aggregations);
  for (const same of Map.groupBy([...deposits.values()].flat(), likeness).values()) {
    const [first] = same;
    const payments = first ? (named.get(first.about) ?? []).filter((one) => mayBeOf(first, one)) : [];
    matchOfReference(payments, same.toSorted(largestFirst), matches);
  }
  return matches;
}

const isBack = ({ says }: Deposit) => says.amountMinor < 0;
/** What deposits have in common that may stand for one another's movements. */
const likeness = (deposit: Deposit) =>
  JSON.stringify([isBack(deposit), deposit.about, deposit.says.namedCurrency ?? null]);
/** The amount without its sign, in minor units. */
export const sizeOf = ({ says }: Pick<Deposit, 'says'>): number => Math.abs(says.amountMinor);
/** Where only the sums decide, the small rows are parts of a movement that is known, and the large one is the movement that is not. */
const largestFirst = (one: Deposit, other: Deposit) =>
  sizeOf(other) - sizeOf(one) || (one.pieceId < other.pieceId ? -1 : 1);
const minorOf = (settlements: readonly Settlement[]) => sumOf(settlements.map(({ says }) => says.amountMinor));
const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

type Found = { confirmed: Set<Settlement>; untold: Set<Deposit> };

function matchOfReference(payments: readonly Aggregation[], deposits: readonly Deposit[], matches: Found): void {
  const unmet: Settlement[] = [];
  let left = deposits;
  for (const [size, same] of Map.groupBy(movementsOf(payments, deposits), ({ says }) => says.amountMinor)) {
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
  const areParts = sumOf(left.map(sizeOf)) === minorOf(unmet);
  const others = areParts ? [] : left.filter((deposit) => payments.some((payment) => wasAsked(payment, deposit)));
  for (const deposit of others) matches.untold.add(deposit);
  matchParts(
    unmet,
    left.filter((deposit) => !others.includes(deposit)),
    matches,
  );
}

/** What the back office delivered in the direction of these deposits, which have one reference. */
function movementsOf(payments: readonly Aggregation[], [deposit]: readonly Deposit[]): Settlement[] {
  if (!deposit) return [];
  return payments.flatMap((payment) =>
    payment.settlements.filter((one) => one.beside === deposit.about && isCredit(one, payment) === isBack(deposit)),
  );
}

function matchParts(unmet: readonly Settlement[], deposits: readonly Deposit[], matches: Found): void {
  const leftMinor = sumOf(deposits.map(sizeOf));
  const areTheRest = leftMinor === minorOf(unmet);
  if (areTheRest) for (const settlement of unmet) matches.confirmed.add(settlement);
  // No money moved for those that the bank refused, so no deposit is a part of them.
  let rest = leftMinor - minorOf(areTheRest ? unmet : unmet.filter(({ says }) => !refusals.has(says.status)));
  for (const deposit of deposits) {
    if (sizeOf(deposit) > rest) continue;
    matches.untold.add(deposit);
    rest -= sizeOf(deposit);
  }
}
