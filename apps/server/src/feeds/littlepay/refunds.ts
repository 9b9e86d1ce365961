import { creditReason, noReason } from '@tapfolio/domain/refund-reasons.ts';
import type { StoredPiece } from '../writer/pieces.ts';
import { isSettled, refusals, type Settlement } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import type { RefundContent } from './contents.ts';
import type { Fare } from './fares.ts';
import type { Piece } from './pieces-by-kind.ts';

type Request = Piece<RefundContent>;

/** What was refunded of a fare. */
export interface FareRefund {
  /** The rows that say so, and those that may have said something of it before. */
  readonly told: readonly StoredPiece[];
  /** What the fare shows. */
  readonly refund: { amountMinor: number; reason: string | null };
}

/**
 * The refunds of each fare: credits, which come before the fare is settled and name its taps, and requests, which
 * come afterwards. Either may name something unknown; then it waits. A fare that one of them is about no more has a refund of nothing, unless
 * another gives it one: an earlier version may have.
 */
export function refundsOf(assembly: Assembly): Map<Fare, FareRefund> {
  const { pieces, fares, open } = assembly;
  const given = new Map<Fare, Given & { told: StoredPiece[] }>();
  const of = (fare: Fare) => {
    const known = given.get(fare) ?? { credits: [], requests: [], told: [] };
    given.set(fare, known);
    return known;
  };
  for (const credit of [...fares.credits, ...fares.deletedCredits])
    for (const fare of fares.tapsOf(credit).flatMap(fares.faresOf)) of(fare).told.push(credit);
  for (const request of [...pieces.refunds, ...pieces.leftRefunds])
    for (const fare of possibleFares(request, assembly)) of(fare).told.push(request);
  for (const credit of fares.credits) {
    const fare = fareOfCredit(credit, assembly);
    if (fare) of(fare).credits.push(credit);
    else open.add(credit.pieceId);
  }
  for (const request of pieces.refunds) {
    const fare = fareOfRequest(request, assembly);
    if (fare) of(fare).requests.push(request);
    else open.add(request.pieceId);
  }
  const refused = refusedRequests([...pieces.settlements.values()].flat());
  return new Map(
    Array.from(given, ([fare, { told, ...all }]) => [fare, { told, refund: refundOf(fare, { ...all, refused }) }]),
  );
}

/** The requests whose money the bank refused to send, and did not send at another try either. */
function refusedRequests(settlements: readonly Settlement[]): Set<string | null> {
  const settled = new Set(settlements.filter(isSettled).map(({ says }) => says.refundId));
  const refused = settlements.filter(({ says }) => refusals.has(says.status) && !settled.has(says.refundId));
  return new Set(refused.map(({ says }) => says.refundId));
}

/** The fare that a credit takes something off: they have a tap in common. */
function fareOfCredit(credit: Fare, { fares }: Pick<Assembly, 'fares'>): Fare | undefined {
  return fares.tapsOf(credit).flatMap((tap) => fares.fareOf(tap) ?? [])[0];
}

/** True if money went back because of a request for a fare, and none of these credits is for that fare. */
export function isOfOtherFare({ says }: Settlement, credits: readonly Fare[], assembly: Assembly): boolean {
  const request = assembly.pieces.refunds.find((one) => one.says.refundId === says.refundId);
  const fare = request && fareOfRequest(request, assembly);
  return fare !== undefined && credits.every((credit) => fareOfCredit(credit, assembly) !== fare);
}

/** The fare that a request names, or the only one of its payment that cost what the request says. */
function fareOfRequest(request: Request, assembly: Assembly): Fare | undefined {
  const { fares } = assembly;
  const named = fares.live.find(isNamedBy(request));
  if (named) return isInCurrencyOf(request, named) ? named : undefined;
  const payments = paymentsOf(request, assembly);
  const [only, ...others] = fares.live.filter(
    (fare) =>
      payments.has(fare.about) && fare.says.chargeMinor === request.says.fareMinor && isInCurrencyOf(request, fare),
  );
  return others.length === 0 ? only : undefined;
}

/** Requests that earlier releases stored say no currency. */
const isInCurrencyOf = ({ says }: Request, fare: Fare): boolean =>
  (says.currency ?? fare.says.currency) === fare.says.currency;

/** The fares that a request may be about, or was: it names them, or a payment that they belong to or have left. */
function possibleFares(request: Request, assembly: Assembly): Fare[] {
  const payments = paymentsOf(request, assembly);
  const left = [...payments].flatMap((key) => assembly.pieces.leftFares.get(key ?? '') ?? []);
  const gone = new Set(left.map(({ beside }) => beside));
  return assembly.fares.live.filter(
    (fare) => isNamedBy(request)(fare) || payments.has(fare.about) || gone.has(fare.pieceId),
  );
}

const isNamedBy =
  ({ about, beside }: Request) =>
  ({ pieceId }: Fare): boolean =>
    pieceId === about || pieceId === beside;

/** The payments that a request names, itself or by their reference at the bank. */
function paymentsOf({ about, beside }: Request, { pieces }: Pick<Assembly, 'pieces'>): Set<string | null> {
  const payments = new Set([about, beside]);
  for (const one of [...pieces.settlements.values()].flat()) if (payments.has(one.beside)) payments.add(one.about);
  return payments;
}

interface Given {
  readonly credits: Fare[];
  readonly requests: Request[];
}

interface Refused {
  /** Requests whose money the bank did not send. */
  readonly refused: ReadonlySet<string | null>;
}

/** A credit and a request may describe the same money, and a passenger never gets back more than the fare. */
function refundOf({ says }: Fare, { credits, requests, refused }: Given & Refused): FareRefund['refund'] {
  const approved = requests.filter((one) => one.says.approval === 'APPROVED' && !refused.has(one.says.refundId));
  const credited = credits.reduce((sum, credit) => sum - credit.says.chargeMinor, 0);
  const requested = approved.reduce((sum, request) => sum + request.says.amountMinor, 0);
  const amountMinor = Math.min(Math.max(credited, requested), Math.max(says.chargeMinor, 0));
  // A reason says that the delivery named the trip itself: the writer does not guess at the others of its payment then.
  const reason = approved.at(-1)?.says.reason ?? (approved.length > 0 ? noReason : creditReason);
  return { amountMinor, reason: amountMinor > 0 ? reason : null };
}
