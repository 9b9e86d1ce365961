import type { StoredPiece } from '../writer/pieces.ts';
import { refusals, type Settlement } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import type { RefundContent } from './contents.ts';
import type { Fare } from './fares.ts';
import type { Piece } from './pieces-by-kind.ts';

type Request = Piece<RefundContent>;

/** What was refunded of a fare. */
export interface FareRefund {
  /** The row that says so. */
  readonly told: readonly StoredPiece[];
  /** What the fare shows; null if all requests were refused. */
  readonly refund: { amountMinor: number; reason: string | null };
}

/**
 * The refunds of each fare: credits, which come before the fare is settled and name its taps, and requests, which
 * come afterwards. Either may name something unknown; then it waits.
 */
export function refundsOf(assembly: Assembly): Map<Fare, FareRefund> {
  const { pieces, fares, open } = assembly;
  const credits = new Map<Fare, Fare[]>();
  const requests = new Map<Fare, Request[]>();
  for (const credit of fares.credits) {
    const fare = fareOfCredit(credit, assembly);
    if (fare) credits.set(fare, [...(credits.get(fare) ?? []), credit]);
    else open.add(credit.pieceId);
  }
  for (const request of pieces.refunds) {
    const fare = fareOfRequest(request, assembly);
    if (fare) requests.set(fare, [...(requests.get(fare) ?? []), request]);
    else open.add(request.pieceId);
  }
  const refusedMoves = [...pieces.settlements.values()].flat().filter(({ says }) => refusals.has(says.status));
  const refused = new Set(refusedMoves.map(({ says }) => says.refundId));
  const found = new Map<Fare, FareRefund>();
  for (const fare of new Set([...credits.keys(), ...requests.keys()])) {
    const given = { credits: credits.get(fare) ?? [], requests: requests.get(fare) ?? [], refused };
    found.set(fare, { told: [...given.credits, ...given.requests], refund: refundOf(fare, given) });
  }
  return found;
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
function fareOfRequest(request: Request, { pieces, fares }: Assembly): Fare | undefined {
  const keys = [request.about, request.beside];
  const named = fares.live.find(({ pieceId }) => keys.includes(pieceId));
  if (named) return named;
  const payments = new Set(keys);
  for (const one of [...pieces.settlements.values()].flat()) if (payments.has(one.beside)) payments.add(one.about);
  const [only, ...others] = fares.live.filter(
    ({ about, says }) => payments.has(about) && says.chargeMinor === request.says.fareMinor,
  );
  return others.length === 0 ? only : undefined;
}

interface Given {
  credits: readonly Fare[];
  requests: readonly Request[];
  /** Requests whose money the bank did not send. */
  refused: ReadonlySet<string | null>;
}

/** A credit and a request may describe the same money, and a passenger never gets back more than the fare. */
function refundOf({ says }: Fare, { credits, requests, refused }: Given): FareRefund['refund'] {
  const approved = requests.filter((one) => one.says.approval === 'APPROVED' && !refused.has(one.says.refundId));
  const credited = credits.reduce((sum, credit) => sum - credit.says.chargeMinor, 0);
  const requested = approved.reduce((sum, request) => sum + request.says.amountMinor, 0);
  const amountMinor = Math.min(Math.max(credited, requested), Math.max(says.chargeMinor, 0));
  // A reason says that the delivery named the trip itself: the writer does not guess at the others of its payment then.
  const reason = approved.at(-1)?.says.reason ?? (approved.length > 0 ? 'refund' : 'credit');
  return { amountMinor, reason: amountMinor > 0 ? reason : null };
}
