import { minuteMs } from '@tapfolio/domain/durations.ts';
import { reasonOf } from '@tapfolio/server/src/lib/reason-of.ts';
import { append, type Delivery, emptyDelivery, stampOf, writeDelivery } from '../back-office/enghouse-files.ts';
import type { Medium } from '../back-office/media.ts';
import { chargeDay, type Ride, type TravelDay } from '../back-office/travel-day.ts';
import { serviceDayOf } from '../city/calendar.ts';
import type { Network } from '../city/network.ts';
import { randomFrom } from '../city/random.ts';
import type { OpenDays } from './open-days.ts';

export interface SimulatorOptions {
  network: Network;
  openDays: OpenDays;
  /** The cards that travel in the city. */
  media: readonly Medium[];
  /** What the fares of a card in the month before a day add up to, of those that count for the month's cap. Default: nothing. */
  monthMinorOf?: (medium: Medium, day: string) => number;
  /** The folder that the feed role watches. */
  inbox: string;
  /** Days whose debt was paid since the last delivery; `delivered` is called once they are in the inbox. */
  recovered?: () => { days: readonly TravelDay[]; delivered(): void };
  /** Is called with every delivery that was put into the inbox. */
  onDelivery?: (delivery: Delivery) => void;
}

export interface Simulator {
  /** Plays one event at an instant: a trip ends, the payment window of a day closes, or a card is tapped. */
  step(now: number): void;
  stop(): void;
}

/** How often it looks for paid debts: their cards may travel again soon. Deliveries of the same second would have the same name. */
const lookMs = 2000;
/** Every how many looks there is an event. */
const looksToEvent = 10;

/** Simulates travel in the city: writes small Enghouse files into the inbox, a few taps a minute, until it is stopped. */
export function startSimulator(options: SimulatorOptions): Simulator {
  const step = (now: number) => deliver(options, next(options, now), now);
  let looks = 0;
  const look = (now: number) => {
    looks += 1;
    try {
      if (looks % looksToEvent === 0) step(now);
      else deliver(options, [], now);
    } catch (error) {
      // The disk may be full for a while. What is paid is delivered later, and people go on travelling.
      process.stderr.write(`The city could not deliver its travel, and tries again: ${reasonOf(error)}\n`);
    }
  };
  const timer = setInterval(() => look(Date.now()), lookMs);
  timer.unref();
  return { step, stop: () => clearInterval(timer) };
}

/** Returns the days of travel that changed. Open trips end before a new one begins, so that no trip stays open for long. */
function next(options: SimulatorOptions, now: number): TravelDay[] {
  const { openDays } = options;
  const arriving = openDays
    .all()
    .find((day) => day.rides.some((ride) => ride.isRunning && now - ride.onAt > 6 * minuteMs));
  if (arriving) return [arrive(arriving, now)];
  const over = openDays.all().find((day) => day.day < serviceDayOf(now));
  if (over) return [{ ...over, settlement: 'closed' }];
  return [tapOn(options, now)];
}

/** The rider taps off, or the back office works out the fare of a bus trip. */
function arrive(day: TravelDay, now: number): TravelDay {
  const rides = day.rides.map((ride): Ride => {
    if (!ride.isRunning) return ride;
    return { ...ride, isRunning: false, offAt: ride.line.hasGates ? now - 20_000 : null };
  });
  return { ...day, rides };
}

/** Plays a tap. It happened a few minutes ago, because readers report taps with a delay. */
function tapOn({ network, openDays, media, monthMinorOf = () => 0 }: SimulatorOptions, now: number): TravelDay {
  const random = randomFrom(`simulator ${now}`);
  const medium = random.pick(media);
  const known = openDays.find(medium, serviceDayOf(now));
  const last = known?.rides.at(-1);
  const onAt = Math.max(now - random.between(2, 5) * minuteMs, (last?.onAt ?? 0) + minuteMs);
  const here = last?.to ?? random.pick(random.pick(network.lines).stops);
  const line = random.pick(network.lines.filter((candidate) => candidate.stops.some((stop) => stop.id === here.id)));
  const to = random.pick(line.stops.filter((stop) => stop.id !== here.id));
  const ride: Ride = { line, from: here, to, onAt, offAt: null, isRunning: true };
  const day = serviceDayOf(onAt);
  const earlier = openDays.find(medium, day) ?? newDay(medium, day, monthMinorOf(medium, day));
  return { ...earlier, rides: [...earlier.rides, ride] };
}

function newDay(medium: Medium, day: string, monthMinor: number): TravelDay {
  return { medium, day, monthMinor, rides: [], settlement: 'open' };
}

function deliver(options: SimulatorOptions, changed: TravelDay[], now: number): void {
  const { openDays, inbox, onDelivery } = options;
  const recovered = options.recovered?.();
  const days = [...changed, ...(recovered?.days ?? [])];
  if (days.length === 0) return;
  const delivery = emptyDelivery();
  for (const day of days) append(delivery, chargeDay(day).delivery);
  writeDelivery(inbox, stampOf(now), delivery);
  for (const day of days) {
    if (day.settlement === 'open') openDays.put(day);
    else openDays.remove(day);
  }
  recovered?.delivered();
  onDelivery?.(delivery);
  openDays.save();
}
