import type { Line } from '../city/network.ts';

/** The tariff of the invented city, in cents. `config/demo.json` tells passengers of the same caps. */
export const tariff = {
  single: 375,
  express: 600,
  dayCap: 1125,
  monthCap: 30_000,
  dayPass: 1125,
  transferMinutes: 90,
};

export interface Fare {
  amountMinor: number;
  /** In the back office's words, shown to the passenger as delivered. */
  reason: string;
  buysDayPass?: boolean;
}

export interface FareState {
  /** What the day has cost so far. */
  spentMinor: number;
  /** What of it counts for the caps: single fares of the city's own lines. */
  countedMinor: number;
  /** What counted in the month before this day. */
  monthMinor: number;
  /** Start of the last paid ride, which opens the transfer window. */
  paidAt: number | null;
  hasDayPass: boolean;
}

/** A ride to price. */
export interface PricedRide {
  line: Line;
  onAt: number;
  /** The partner's fares count for no cap. */
  isPartner?: boolean;
}

interface Priced {
  fare: Fare;
  state: FareState;
}

export const startOfDay = ({ hasDayPass = false, monthMinor = 0 }: Partial<FareState>): FareState => ({
  ...{ spentMinor: 0, countedMinor: 0, paidAt: null },
  ...{ hasDayPass, monthMinor },
});

/** Prices one more ride of the day and moves the state along. */
export function priceRide(state: FareState, ride: PricedRide): Priced {
  const { line, onAt, isPartner = false } = ride;
  if (state.hasDayPass) return rideOnPass(state, onAt);
  const isTransfer = state.paidAt !== null && onAt - state.paidAt < tariff.transferMinutes * 60_000;
  if (isTransfer && line.id !== '90') return { fare: { amountMinor: 0, reason: 'free transfer' }, state };
  const price = line.id === '90' ? tariff.express : tariff.single;
  const dayLeft = tariff.dayCap - state.countedMinor;
  const monthLeft = tariff.monthCap - state.monthMinor - state.countedMinor;
  const amountMinor = isPartner ? price : Math.max(0, Math.min(price, dayLeft, monthLeft));
  const capReached = monthLeft <= dayLeft ? 'monthly cap reached' : 'daily cap reached';
  const fullReason = line.id === '90' ? 'express fare' : 'single fare';
  return {
    fare: { amountMinor, reason: amountMinor < price ? capReached : fullReason },
    state: {
      ...state,
      spentMinor: state.spentMinor + amountMinor,
      countedMinor: state.countedMinor + (isPartner ? 0 : amountMinor),
      paidAt: onAt,
    },
  };
}

/** The pass is bought with the first ride of the day and carries the others. */
function rideOnPass(state: FareState, at: number): Priced {
  if (state.paidAt !== null) return { fare: { amountMinor: 0, reason: 'day pass' }, state };
  const fare = { amountMinor: tariff.dayPass, reason: 'day pass bought', buysDayPass: true };
  return { fare, state: { ...state, spentMinor: tariff.dayPass, paidAt: at } };
}

/** What the rides of a day add to the sum that the month's cap looks at. */
export function countedOn(day: Partial<FareState> & { readonly rides: readonly PricedRide[] }): number {
  return day.rides.reduce((state, ride) => priceRide(state, ride).state, startOfDay(day)).countedMinor;
}
