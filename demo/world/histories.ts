import { append, type Delivery, emptyDelivery, type FeedRow } from '../back-office/enghouse-files.ts';
import { countedOn } from '../back-office/fares.ts';
import { type Medium, sridOf } from '../back-office/media.ts';
import { type PaidDay, paidDay } from '../back-office/paid-day.ts';
import { chargeDay, type TravelDay } from '../back-office/travel-day.ts';
import type { Network } from '../city/network.ts';
import { type Habit, travelDays } from '../people/habits.ts';
import { type DemoCard, people, unlinkedCards, withSuccessors } from '../people/people.ts';
import type { StatementLine } from './accounts.ts';

/** All travel and payments of the city up to one instant. The same instant gives the same histories, including all ids. */
export interface Histories {
  /** Everybody's last travel: the start waits for its import. */
  recent(): Delivery;
  /** Everybody's travel of the months before that. */
  months(): Delivery;
  /** The years before that of very long histories, newest first, in deliveries of some months each. Made during the iteration, because it is long. */
  years(): Generator<Delivery>;
  /** The days whose payment window is still open. */
  openDays(): TravelDay[];
  /** The day with this statement reference, if the bank refused it. */
  refusedDay(srid: string): TravelDay | undefined;
  /** The day of a card that the bank refused. */
  refusedDayOf(medium: Medium): TravelDay | undefined;
  /** The bank's charges of a card, the newest first. */
  paymentsOf(medium: Medium): PaidDay[];
  /** The payment with this statement reference, if the bank charged it at once, or later by what `isPaid` says. */
  payment(srid: string, isPaid: (srid: string) => boolean): PaidDay | undefined;
  /** What the fares of a card in the month before a day add up to, of those that count for the month's cap. */
  monthMinorOf(medium: Medium, day: string): number;
  /** The newest paid charge of a card. */
  statementOf(medium: Medium): StatementLine;
}

/** How many days a delivery of old travel covers, and what is not one of the years. */
const monthsDays = 160;

const recentDaysIn = ({ recentDays = 61 }: Habit) => recentDays;

/** @param spareCards Further cards that get a history, beside the city's own cards. */
export function makeHistories(network: Network, now: number, spareCards: readonly DemoCard[] = []): Histories {
  const cards = withSuccessors([...people.flatMap((person) => person.cards), ...unlinkedCards, ...spareCards]);
  const daysBetween = ({ medium, habit }: DemoCard, newest: number, end: number): TravelDay[] =>
    Array.from(travelDays(network, medium, habit, { now, oldest: end - 1, newest }));
  const recentDaysOf = (card: DemoCard) => daysBetween(card, 0, recentDaysIn(card.habit));
  const lastDaysOf = (card: DemoCard) => daysBetween(card, 0, monthsDays);
  const daysOf = (medium: Medium) => cards.filter((card) => card.medium === medium).flatMap(lastDaysOf);
  /** Stops at the first match, because the city has many days. */
  const findDay = (isWanted: (day: TravelDay) => boolean): TravelDay | undefined => {
    for (const card of cards) {
      const found = lastDaysOf(card).find(isWanted);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    recent: () => ({ ...deliver(cards.flatMap(recentDaysOf)), cards: cards.flatMap(stateOf) }),
    months: () => deliver(cards.flatMap((card) => daysBetween(card, recentDaysIn(card.habit), monthsDays))),
    years: () => yearlyDeliveries(network, cards, now),
    openDays: () => cards.flatMap(recentDaysOf).filter((day) => day.settlement === 'open'),
    refusedDay: (srid) => findDay((day) => day.settlement === 'refused' && sridOf(day.medium, day.day) === srid),
    refusedDayOf: (medium) => daysOf(medium).find((day) => day.settlement === 'refused'),
    paymentsOf: (medium) => daysOf(medium).flatMap(paidDay).toReversed(),
    payment: (srid, isPaid) => {
      const day = findDay(({ medium, day }) => sridOf(medium, day) === srid);
      return day && paidDay(isPaid(srid) ? { ...day, settlement: 'closed' } : day)[0];
    },
    monthMinorOf: (medium, day) => {
      const last = daysOf(medium).findLast((known) => known.day < day && known.day.slice(0, 7) === day.slice(0, 7));
      return last === undefined ? 0 : (last.monthMinor ?? 0) + countedOn(last);
    },
    statementOf: (medium) => {
      const card = cards.find((candidate) => candidate.medium === medium);
      // Nearly every card was used in its last weeks, and to make the months before takes long.
      const statement = card && (newestLine(recentDaysOf(card)) ?? newestLine(lastDaysOf(card)));
      if (statement === undefined) throw new Error(`the card ending in ${medium.lastFour} has paid nothing yet`);
      return statement;
    },
  };
}

function newestLine(days: readonly TravelDay[]): StatementLine | undefined {
  return days.map(statementLine).findLast((line) => line !== undefined);
}

function statementLine(day: TravelDay): StatementLine | undefined {
  const { srid, dueMinor } = chargeDay(day);
  return day.settlement === 'closed' && dueMinor > 0 ? { srid, amountMinor: dueMinor } : undefined;
}

/** The rows of a delivery about a card, without its travel. */
function stateOf({ medium, isLost }: DemoCard): FeedRow[] {
  return isLost ? [{ token: medium.token, operator_id: '1', card_status: 'lost' }] : [];
}

function deliver(days: Iterable<TravelDay>): Delivery {
  const delivery = emptyDelivery();
  for (const day of days) append(delivery, chargeDay(day).delivery);
  return delivery;
}

function* yearlyDeliveries(network: Network, cards: readonly DemoCard[], now: number): Generator<Delivery> {
  for (const { medium, habit } of cards) {
    for (let newest = monthsDays; newest < habit.days; newest += monthsDays) {
      yield deliver(travelDays(network, medium, habit, { now, oldest: newest + monthsDays - 1, newest }));
    }
  }
}
