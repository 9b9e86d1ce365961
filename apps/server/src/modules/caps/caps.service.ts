import type { CapList, CardCaps } from '@tapfolio/contracts/caps.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Config } from '../../config/config.ts';
import { Operators } from '../../config/operators.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { isoInstant, laterOf } from '../../lib/iso-instant.ts';
import { readFreshness } from '../cards/card-states.service.ts';
import { type LinkedCard, linkedCards } from '../cards/card-views.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { transportTypeOf } from '../travel/trip.present.ts';
import { presentCaps } from './caps.present.ts';
import { groupTrips } from './caps.queries.ts';
import { type CapInForce, capsInForce } from './caps-in-force.ts';
import type { MediumTrips } from './judged-cap.ts';

export interface CapReading {
  readonly travel: TravelReading;
  readonly config: Pick<Config, 'operators' | 'languages'>;
}

/** How far each card of a passenger is from the caps that apply now. */
export async function readCaps({ travel, config }: CapReading, passengerId: string, locale: Locale): Promise<CapList> {
  const caps = capsInForce(config.operators, travel.clock.now());
  const [cards, dataUpTo] = await Promise.all([linkedCards(travel.readDb, passengerId), readFreshness(travel.readDb)]);
  const operators = new Operators(config.operators);
  const read = async ({ cardId, name, media }: LinkedCard): Promise<CardCaps> => {
    const trips = await Promise.all(media.map((medium) => tripsOf(travel, { medium, caps, operators })));
    return { cardId, cardName: name, caps: presentCaps(caps, trips, { locale, config }) };
  };
  return { items: await Promise.all(cards.map(read)), dataUpTo };
}

interface Asked {
  readonly medium: OwnMedium;
  readonly caps: readonly CapInForce[];
  readonly operators: Operators;
}

/** The trips of a medium since the earliest window began. */
async function tripsOf({ readDb, names }: TravelReading, { medium, caps, operators }: Asked): Promise<MediumTrips> {
  const begins = [...new Set(caps.map(({ window }) => window.from))].sort();
  const [first] = begins;
  if (first === undefined) return [];
  const { mediumId, shownFrom } = medium;
  const rows = await groupTrips(readDb, { mediumId, from: laterOf(first, shownFrom), begins });
  const named = await names.namesFor(
    rows.map((row) => ({ ...row, from_stop_id: null, to_stop_id: null })),
    'en',
  );
  return rows.map((row) => ({
    operatorCode: operators.find(row.operator_code)?.code,
    // Windows that begin at one instant begin with the same group.
    since: begins[row.windows - 1] ?? first,
    trips: row.trips,
    newestAt: isoInstant(row.newest_at),
    operator: row.operator_code,
    line: row.line_id === null ? null : { id: row.line_id },
    from: row.from_place,
    to: row.to_place,
    status: row.status,
    transportType: transportTypeOf(row, named),
    price: { amountMinor: row.fare_minor, currency: row.currency },
    fullPrice: row.full_fare_minor === null ? null : { amountMinor: row.full_fare_minor, currency: row.currency },
    fareReason: row.fare_reason,
    refundedMinor: row.refunded_minor,
  }));
}
