import type { Delivery } from '../back-office/enghouse-files.ts';
import { originalsOf } from '../bank/originals.ts';
import { cardsInUse, people, unlinkedCards } from '../people/people.ts';
import { startSimulator } from '../simulator/simulator.ts';
import type { Outside } from './outside.ts';
import type { SeedOptions } from './seed.ts';

/** Starts the simulation: from now on people travel, and their taps are delivered to the inbox. */
export function startTraffic(
  { bank, backOffice }: Pick<Outside, 'bank' | 'backOffice'>,
  { network, openDays, histories }: SeedOptions,
  inbox: string,
): ReturnType<typeof startSimulator> {
  // If the user has stopped the bank, it does not get the new cards, but the city continues.
  const onDelivery = (delivery: Delivery) => void bank.remember(originalsOf(delivery)).catch(() => undefined);
  const recovered = () => backOffice.recovered((srid) => histories.refusedDay(srid));
  const { monthMinorOf } = histories;
  return startSimulator({ network, openDays, media: outInTheCity(), monthMinorOf, onDelivery, recovered, inbox });
}

function outInTheCity() {
  return cardsInUse([...people.flatMap((person) => person.cards), ...unlinkedCards]).map((card) => card.medium);
}
