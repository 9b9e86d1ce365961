import type { Money } from './money.ts';
import { wallClockAt } from './service-day.ts';

/** One movement of money at the bank. Movements are in the order of their requests. */
export interface BankCharge {
  readonly direction: 'debit' | 'credit';
  readonly kind: 'charge' | 'debt_recovery' | 'refund';
  readonly amount: Money;
  readonly approved: boolean;
  /** We had the bank make it: two of these are two charges. */
  readonly isOurs?: boolean;
}

/**
 * Leaves out repetitions: back offices deliver a retried request again under another id. An approved charge counts as
 * repeated when the same amount was approved again later and the payment is too small to hold all of them; of equal
 * ones the newest stays. None of our own charges repeats another of them.
 */
export function withoutRepetitions<Charge extends BankCharge>(charges: readonly Charge[], paidMinor: number): Charge[] {
  const kept = [...charges];
  let tooMuch = takenMinor(kept) - paidMinor;
  for (let at = 0; at < kept.length && tooMuch > 0; at += 1) {
    const charge = kept[at];
    if (!charge || !isTaken(charge) || charge.amount.amountMinor > tooMuch) continue;
    const isRepeated = kept.slice(at + 1).some((later) => isTaken(later) && equal(later, charge));
    if (!isRepeated) continue;
    tooMuch -= charge.amount.amountMinor;
    kept.splice(at, 1);
    at -= 1;
  }
  return kept;
}

const isTaken = ({ direction, approved }: BankCharge): boolean => direction === 'debit' && approved;

const equal = (one: BankCharge, other: BankCharge): boolean =>
  one.kind === other.kind &&
  one.amount.amountMinor === other.amount.amountMinor &&
  !(one.isOurs === true && other.isOurs === true);

/** The sum of the approved charges, in minor units. */
export function takenMinor(charges: readonly BankCharge[]): number {
  return charges.filter(isTaken).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/**
 * The days (`YYYY-MM-DD`, in the zone) on which the bank took money, each once. If no charge is known, or no charge with its time: the
 * day on which the payment window closed. Empty if that is unknown too, or if the bank refused every charge, because it then took the
 * money together with another payment.
 */
export function chargedDays(
  charges: readonly (BankCharge & { readonly at: string | null })[],
  { closedAt, timeZone }: { readonly closedAt: string | null; readonly timeZone: string },
): string[] {
  const debits = charges.filter(({ direction }) => direction === 'debit');
  const taken = debits.filter(isTaken);
  if (taken.length === 0 && debits.length > 0) return [];
  const known = taken.flatMap(({ at }) => at ?? []);
  const instants = known.length > 0 || closedAt === null ? known : [closedAt];
  return [...new Set(instants.map((at) => wallClockAt(at, timeZone).day))];
}

/**
 * Divides the paid amount into the last charge (the difference paid) and the amount paid before it. If no charge is known, the
 * whole amount is the difference.
 */
export function paidInParts(
  charges: readonly BankCharge[],
  paid: Money,
): { previouslyPaid: Money; differencePaid: Money } {
  const last = charges.findLast(isTaken)?.amount.amountMinor ?? paid.amountMinor;
  const differenceMinor = Math.min(last, paid.amountMinor);
  return {
    previouslyPaid: { ...paid, amountMinor: paid.amountMinor - differenceMinor },
    differencePaid: { ...paid, amountMinor: differenceMinor },
  };
}

/**
 * The unpaid fares that were collected together with a charge: the first of `candidates` (the newest first) whose amount is exactly
 * what the bank charged beyond this payment, or else all of them if their sum is. Empty if neither is.
 */
export function collectedTogether<Debt extends { readonly amount: Money }>(
  candidates: readonly Debt[],
  beyondMinor: number,
): Debt[] {
  if (beyondMinor <= 0) return [];
  const single = candidates.find(({ amount }) => amount.amountMinor === beyondMinor);
  if (single) return [single];
  const sum = candidates.reduce((total, { amount }) => total + amount.amountMinor, 0);
  return sum === beyondMinor ? [...candidates] : [];
}
