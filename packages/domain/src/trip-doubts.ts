import { dayMs, hourMs, minuteMs } from './durations.ts';
import type { tripQuestionReasons } from './questions.ts';

/**
 * Why a trip looks wrong. no_check_out: a check-out is missing where the operator's system has check-outs. no_check_in: only a check-out is known.
 * two_cards: another card of the passenger was checked in at the same stop at the same time, so one of the two was perhaps read by accident. split:
 * checked in with one card, and perhaps checked out with another. charged_twice: the same card was charged twice at the same stop within seconds.
 */
export const tripDoubts = ['no_check_out', 'no_check_in', 'two_cards', 'split', 'charged_twice'] as const;
/** Why a trip looks wrong. */
export type TripDoubt = (typeof tripDoubts)[number];

/**
 * Older trips are not judged. Operators take corrections of a missing tap for eight weeks (Transport for London) or 60 days (OVpay): a hint that
 * comes later leads to nothing.
 */
const judgedDays = 56;

/**
 * Two cards that are held to one reader by accident are read within a second; who notices that the gate stays closed takes another card, or goes to
 * another gate. Two minutes leave time for that. The trips of one person that really follow one another do not begin at one stop within two minutes.
 */
export const clashMs = 2 * minuteMs;

/**
 * A reader that reads a card twice does so within seconds; most refuse the same card for longer than that. Who pays for a friend with the same card
 * often waits for a first signal too, so even within this time the doubt is only a “perhaps”.
 */
export const twiceMs = 30_000;

/** A check-out within this time may belong to a check-in. The longest times that systems allow for a journey lie between two and six hours. */
export const longestJourneyMs = 3 * hourMs;

/** From when on trips are judged. */
export function judgedFrom(now: Date): Date {
  return new Date(now.getTime() - judgedDays * dayMs);
}

/** The reason of a question about the trip that fits the doubt best. */
export const questionReasonOf = {
  no_check_out: 'missed_tap',
  no_check_in: 'missed_tap',
  two_cards: 'charged_twice',
  split: 'missed_tap',
  charged_twice: 'charged_twice',
} as const satisfies Record<TripDoubt, (typeof tripQuestionReasons)[number]>;
