import { type CapProgress, type CapTrips, countsAllOf, progressOfCap } from '@tapfolio/domain/caps.ts';
import type { CapInForce } from './caps-in-force.ts';

/** Trips of a medium that are alike, with the code of their operator in the configuration and the window in which they were made. */
export type MediumTrips = readonly (CapTrips & {
  readonly operatorCode: string | undefined;
  /** When the shortest window that contains them began. */
  readonly since: string;
})[];

/** A cap, and how far a card is. */
export interface JudgedCap extends CapInForce {
  readonly progress: CapProgress;
  /** Trips with media that the bank has replaced, which count for themselves. */
  readonly withFormerCard: number;
}

/** How far a card with these media, the newest first, is from each cap. */
export function judgeCaps(caps: readonly CapInForce[], media: readonly MediumTrips[]): JudgedCap[] {
  const judged = caps.map((one): JudgedCap => {
    const { cap, operator, window } = one;
    const counting = { ...cap, amount: amountOf(one), countsIncomplete: cap.incompleteTrips === 'count' };
    const within = media.map((trips) =>
      trips.filter((trip) => trip.operatorCode === operator.code && trip.since >= window.from),
    );
    const [newest = [], ...former] = within;
    const progress = progressOfCap(counting, cap.perMedium ? newest : within.flat());
    const before = cap.perMedium ? progressOfCap(counting, former.flat()).trips : 0;
    return { ...one, progress, withFormerCard: before };
  });
  return judged.filter((one) => isOwnOrUsed(one) && !judged.some((other) => doesCover(other, one)));
}

/** A cap as an amount. */
export function amountOf({ cap, operator }: Pick<CapInForce, 'cap' | 'operator'>) {
  return { amountMinor: cap.amountMinor, currency: cap.currency ?? operator.currency };
}

/** The caps of a partner are shown to those who travel with it. */
function isOwnOrUsed({ operator, progress }: JudgedCap): boolean {
  const { trips, unpriced, incomplete, inOtherCurrency } = progress;
  return operator.home || trips + unpriced + incomplete + inOtherCurrency > 0;
}

/** The trips of one cap are free already, because another one is reached that counts them for longer. */
function doesCover(other: JudgedCap, one: JudgedCap): boolean {
  return (
    other.operator === one.operator &&
    other.progress.state === 'reached' &&
    // On the last day of a month, the day and the month end together.
    other.window.from < one.window.from &&
    other.window.to >= one.window.to &&
    countsAllOf(other.cap, one.cap)
  );
}
