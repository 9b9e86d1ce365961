import { chargeDay, type TravelDay } from './travel-day.ts';

export interface PaidTrip {
  tripId: string;
  from: string;
  /** Empty where nobody tapped off. */
  to: string;
  amountMinor: number;
}

/** What the bank took for one card and service day: what may be given back. */
export interface PaidDay {
  srid: string;
  day: string;
  amountMinor: number;
  trips: PaidTrip[];
}

/** None for a day that is not paid, or that cost nothing. */
export function paidDay(travel: TravelDay): PaidDay[] {
  const { delivery, srid, dueMinor } = chargeDay(travel);
  if (travel.settlement !== 'closed' || dueMinor === 0) return [];
  const trips = delivery.tr.map(({ id, start_station: from, end_station: to, amount }) => {
    return { tripId: String(id), from: String(from), to: String(to ?? ''), amountMinor: Number(amount) };
  });
  return [{ srid, day: travel.day, amountMinor: dueMinor, trips }];
}
