import type { Operator } from '../../config/config.operator.ts';
import { hashedUuid } from '../../lib/hashing.ts';
import type { RowContext } from '../row-context.ts';
import type { AuthorisationContent, SettlementContent, WindowContent } from './contents.ts';
import { settlementIn } from './decimals.ts';
import { derivedReference } from './derived-reference.ts';
import type { Fare } from './fares.ts';
import type { Piece, PiecesByKind } from './pieces-by-kind.ts';

export type Authorisation = Piece<AuthorisationContent>;
export type Settlement = Piece<SettlementContent>;

/** What is authorised and settled together, mostly a card's day: what we call a payment. */
export interface Aggregation {
  readonly paymentId: string;
  readonly mediumId: string | undefined;
  readonly operator: Operator;
  readonly srid: string;
  /** The reference made of its id, where the back office has named one since. */
  readonly formerSrid: string | null;
  readonly currency: string;
  /** All of them, deleted ones and credits included. */
  readonly fares: readonly Fare[];
  /** Those that belong to another payment now. */
  readonly leftFares: readonly Fare[];
  /** One of each instant, oldest first. */
  readonly authorisations: readonly Authorisation[];
  /** Answers that are copies of these. */
  readonly copies: readonly Authorisation[];
  /** Oldest first. */
  readonly settlements: readonly Settlement[];
  readonly leftSettlements: readonly Settlement[];
  /** Settlements that were delivered again under another id; not among `settlements`. */
  readonly repeated: readonly Settlement[];
  /** What names it in another currency, and counts in no payment. */
  readonly foreign: Groups;
}

/** An aggregation whose card is known. */
export type CardAggregation = Aggregation & { readonly mediumId: string };

/** Brings together what belongs to one payment. */
export function aggregate(pieces: PiecesByKind, context: RowContext): Map<string, Aggregation> {
  const fares = Map.groupBy(pieces.micropayments.values(), ({ about }) => about);
  const { leftFares, leftSettlements } = pieces;
  const keys = new Set(
    [fares, leftFares, pieces.authorisations, pieces.settlements, leftSettlements].flatMap((by) => [...by.keys()]),
  );
  const found = new Map<string, Aggregation>();
  for (const key of keys) {
    const settlements = oldestFirst(pieces.settlements.get(key) ?? [], ({ says }) => says.requestedAt);
    const all = pieces.authorisations.get(key) ?? [];
    const authorisations = oneOfEachInstant(all, settlements);
    const parts = {
      fares: fares.get(key) ?? [],
      leftFares: leftFares.get(key) ?? [],
      leftSettlements: leftSettlements.get(key) ?? [],
      settlements,
      authorisations,
      copies: all.filter((one) => !authorisations.includes(one)),
      window: pieces.windows.get(key)?.[0],
    };
    const aggregation = aggregationOf(parts, context);
    if (aggregation) found.set(key, aggregation);
  }
  return found;
}

type Groups = Pick<Aggregation, 'fares' | 'leftFares' | 'authorisations' | 'settlements' | 'leftSettlements'>;

type Parts = Groups &
  Pick<Aggregation, 'copies'> & {
    /** The payment, under its reference in the format that delivers the money. */
    readonly window: Piece<WindowContent> | undefined;
  };

function aggregationOf({ window, copies, ...all }: Parts, context: RowContext): Aggregation | undefined {
  const currency = currencyOf(all, context);
  const inOwn = (one: Settlement) => settlementIn(currency, one, context);
  const { own: groups, foreign } = byCurrency(
    { ...all, settlements: all.settlements.map(inOwn), leftSettlements: all.leftSettlements.map(inOwn) },
    currency,
  );
  for (let left = rowsOf(foreign).length; left > 0; left -= 1)
    context.note('a row has another currency than the payment that it names; it counts in no payment');
  const { fares, leftFares, authorisations, settlements, leftSettlements } = groups;
  const first = [...fares, ...settlements, ...authorisations, ...leftFares, ...leftSettlements][0]?.says;
  if (!first) return undefined;
  const operator = context.operator(first.participant);
  const paymentId = context.id('payment', first.participant, first.aggregationId);
  const derived = derivedReference(paymentId, context.longestReference);
  const named = window?.says.reference ?? deliveredReference(groups, context);
  return {
    ...groups,
    copies,
    repeated: [],
    foreign,
    paymentId,
    // Answers name no card: a fare names it, be it in another currency.
    mediumId: mediumOf(all),
    operator,
    srid: named ?? derived,
    formerSrid: named === undefined ? null : derived,
    currency,
  };
}

/**
 * The currency of what the bank took or was asked for, else that of the fares. What it gave back or released decides only where nothing else
 * is known: a credit or a reversal makes no payment, so that of a fare in another currency would keep what an earlier file wrote.
 */
function currencyOf(groups: Groups, context: RowContext): string {
  const { fares, leftFares, authorisations, settlements, leftSettlements } = groups;
  const { reversals = [], asked = [] } = Object.groupBy(
    authorisations.filter((one) => !isCheck(one)),
    (one) => (isReversal(one) ? 'reversals' : 'asked'),
  );
  const { credits = [], charges = [] } = Object.groupBy(settlements, (one) =>
    isCredit(one, groups) ? 'credits' : 'charges',
  );
  const { back = [], taken = [] } = Object.groupBy(leftSettlements, ({ says }) =>
    says.type === 'CREDIT' ? 'back' : 'taken',
  );
  const returned = [...credits, ...back, ...reversals];
  const told = [...charges, ...asked, ...fares, ...leftFares, ...taken, ...returned].map(({ says }) => says);
  const [first] = [...told, ...authorisations.map(({ says }) => says)];
  return (
    told.find(({ currency }) => currency !== null)?.currency ?? context.operator(first?.participant ?? null).currency
  );
}

/** A payment has one currency: amounts of two are never added up. A check of the card moves nothing, and so has any. */
function byCurrency(groups: Groups, currency: string): { own: Groups; foreign: Groups } {
  const checks: ReadonlySet<unknown> = new Set(groups.authorisations.filter(isCheck));
  const isOwn = (one: Fare | Authorisation | Settlement) =>
    checks.has(one) || (one.says.currency ?? currency) === currency;
  const only = (isWanted: typeof isOwn): Groups => ({
    fares: groups.fares.filter(isWanted),
    leftFares: groups.leftFares.filter(isWanted),
    authorisations: groups.authorisations.filter(isWanted),
    settlements: groups.settlements.filter(isWanted),
    leftSettlements: groups.leftSettlements.filter(isWanted),
  });
  return { own: only(isOwn), foreign: only((one) => !isOwn(one)) };
}

/** All of them together. */
export function rowsOf(groups: Groups): (Fare | Authorisation | Settlement)[] {
  const { fares, leftFares, authorisations, settlements, leftSettlements } = groups;
  return [...fares, ...leftFares, ...authorisations, ...settlements, ...leftSettlements];
}

/** The first reference of the bank that can be one of a statement. */
function deliveredReference(
  { settlements, authorisations }: Pick<Parts, 'settlements' | 'authorisations'>,
  context: RowContext,
): string | undefined {
  return [...settlements, ...authorisations]
    .map(({ says }) => says.reference?.toUpperCase())
    .find((reference) => reference !== undefined && context.isReference(reference));
}

function mediumOf({ fares, settlements, leftFares, leftSettlements }: Groups): string | undefined {
  const cards = [...fares, ...settlements, ...leftFares, ...leftSettlements].map(({ says }) => says.mediumId);
  return cards.find((mediumId) => mediumId !== null);
}

/**
 * Chooses one of several answers of one instant: an answer with the bank's reference goes first, then one that was settled, then one by
 * which the bank agreed. So no passenger becomes a debtor by chance.
 */
function oneOfEachInstant(all: readonly Authorisation[], settlements: readonly Settlement[]): Authorisation[] {
  const settled = new Set(settlements.map(({ says }) => says.rrn));
  const worth = (one: Authorisation) => {
    const { rrn } = one.says;
    const ofReference = settled.has(rrn) ? 4 : 2;
    return (rrn === null ? 0 : ofReference) + Number(isAgreed(one));
  };
  const byInstant = Map.groupBy(all, ({ says }) => `${Date.parse(says.at)} ${says.request}`);
  const chosen = [...byInstant.values()].flatMap((same) => {
    const [best] = same.toSorted((a, b) => worth(b) - worth(a) || (a.pieceId < b.pieceId ? -1 : 1));
    return best ?? [];
  });
  // The bank refuses before it agrees, be it within one instant.
  return chosen.toSorted(
    (a, b) =>
      Date.parse(a.says.at) - Date.parse(b.says.at) ||
      Number(isAgreed(a)) - Number(isAgreed(b)) ||
      (a.pieceId < b.pieceId ? -1 : 1),
  );
}

function oldestFirst<One extends { pieceId: string }>(all: readonly One[], at: (one: One) => string | null): One[] {
  const time = (one: One) => Date.parse(at(one) ?? '9999-01-01');
  return all.toSorted((a, b) => time(a) - time(b) || (a.pieceId < b.pieceId ? -1 : 1));
}

/** The id of its row. It has none of its own. */
export const authorisationIdOf = ({ pieceId }: Pick<Authorisation, 'pieceId'>): string =>
  hashedUuid(`authorisation ${pieceId}`);

const agreed: ReadonlySet<string | null> = new Set(['AUTHORISED', 'AUTHORIZED', 'VERIFIED']);

/** True if the bank approved. */
export const isAgreed = ({ says }: Authorisation): boolean => agreed.has(says.status);

/** Whether the bank was asked only whether the card is good: no money moved. */
export const isCheck = ({ says }: Authorisation): boolean => says.request === 'CARD_CHECK';

/** Whether the bank was asked to take an earlier answer back. */
export const isReversal = ({ says }: Authorisation): boolean => says.request.endsWith('REVERSAL');

/** How often the bank agreed to charge the payment this amount under its own reference. */
export function agreedTo(
  { authorisations }: Pick<Aggregation, 'authorisations'>,
  reference: string,
  minor: number,
): number {
  return authorisations.filter(
    (one) =>
      one.beside === reference && one.says.amountMinor === minor && isAgreed(one) && !isCheck(one) && !isReversal(one),
  ).length;
}

/** Old rows do not say which way the money went: the first of a payment was the charge. */
export function isCredit(settlement: Settlement, { settlements }: Pick<Aggregation, 'settlements'>): boolean {
  if (settlement.says.type !== null) return settlement.says.type === 'CREDIT';
  return settlement !== settlements[0];
}

/** The payment of a fare; none if that has another currency. */
export function aggregationOfFare(
  { about, says }: Fare,
  aggregations: ReadonlyMap<string, Aggregation>,
): Aggregation | undefined {
  const aggregation = aggregations.get(about);
  return aggregation?.currency === says.currency ? aggregation : undefined;
}

/** Whether the money moved. */
export const isSettled = ({ says }: Settlement): boolean => says.status === null || says.status === 'SETTLED';

/** Answers of the bank by which no money moved. */
export const refusals: ReadonlySet<string | null> = new Set(['REJECTED', 'FAILED']);
