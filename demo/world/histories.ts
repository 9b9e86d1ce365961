import { append, type Delivery, emptyDelivery } from '../back-office/enghouse-files.ts';
import { type Medium, sridOf } from '../back-office/media.ts';
import { chargeDay, type TravelDay } from '../back-office/travel-day.ts';
import type { Network } from '../city/network.ts';
import { travelDays } from '../people/habits.ts';
import { type DemoCard, people, unlinkedCards } from '../people/people.ts';
import type { StatementLine } from './accounts.ts';

/** What the city has done up to one instant. The same instant gives the same histories, to the last id. */
export interface Histories {
  /** Everybody's travel but the old part of very long histories: little enough to wait for. */
  recent(): Delivery;
  /** That old part, newest first, in deliveries of some months each. Made while iterated, since it is long. */
  old(): Generator<Delivery>;
  /** Days whose payment window is still open. */
  openDays(): TravelDay[];
  /** The day with this statement reference, if the bank refused it. */
  refusedDay(srid: string): TravelDay | undefined;
  /** The newest paid charge of a card. */
  statementOf(medium: Medium): StatementLine;
}

const recentDays = 160;

/** @param spareCards have histories beside those of the city's own cards. */
export function makeHistories(network: Network, now: number, spareCards: readonly DemoCard[] = []): Histories {
  const cards = [...people.flatMap((person) => person.cards), ...unlinkedCards, ...spareCards];
  const recentDaysOf = ({ medium, habit }: DemoCard): TravelDay[] =>
    Array.from(travelDays(network, medium, habit, { now, oldest: recentDays - 1, newest: 0 }));
  return {
    recent: () => deliver(cards.flatMap(recentDaysOf)),
    old: () => oldDeliveries(network, cards, now),
    openDays: () => cards.flatMap(recentDaysOf).filter((day) => day.settlement === 'open'),
    refusedDay: (srid) =>
      cards.flatMap(recentDaysOf).find((day) => day.settlement === 'refused' && sridOf(day.medium, day.day) === srid),
    statementOf: (medium) => {
      const card = cards.find((candidate) => candidate.medium === medium);
      const statement =
        card &&
        recentDaysOf(card)
          .map(statementLine)
          .findLast((line) => line !== undefined);
      if (statement === undefined) throw new Error(`the card ending in ${medium.lastFour} has paid nothing yet`);
      return statement;
    },
  };
}

function statementLine(day: TravelDay): StatementLine | undefined {
  const { srid, dueMinor } = chargeDay(day);
  return day.settlement === 'closed' && dueMinor > 0 ? { srid, amountMinor: dueMinor } : undefined;
}

function deliver(days: Iterable<TravelDay>): Delivery {
  const delivery = emptyDelivery();
  for (const day of days) append(delivery, chargeDay(day).delivery);
  return delivery;
}

function* oldDeliveries(network: Network, cards: readonly DemoCard[], now: number): Generator<Delivery> {
  for (const { medium, habit } of cards) {
    for (let newest = recentDays; newest < habit.days; newest += recentDays) {
      yield deliver(travelDays(network, medium, habit, { now, oldest: newest + recentDays - 1, newest }));
    }
  }
}
