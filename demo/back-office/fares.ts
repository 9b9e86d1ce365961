import type { Line } from '../city/network.ts';

/** The tariff of the invented city, in cents. */
export const tariff = { single: 375, express: 600, dayCap: 1125, dayPass: 1125, transferMinutes: 90 };

export interface Fare {
  amountMinor: number;
  /** In the back office's words, shown to the passenger as delivered. */
  reason: string;
  buysDayPass?: boolean;
}

export interface FareState {
  /** What the day has cost so far. */
  spentMinor: number;
  /** Start of the last paid ride, which opens the transfer window. */
  paidAt: number | null;
  hasDayPass: boolean;
}

export const startOfDay = (hasDayPass: boolean): FareState => ({ spentMinor: 0, paidAt: null, hasDayPass });

/** Prices one more ride of the day and moves the state along. */
export function priceRide(state: FareState, line: Line, at: number): { fare: Fare; state: FareState } {
  if (state.hasDayPass) return rideOnPass(state, at);
  const isTransfer = state.paidAt !== null && at - state.paidAt < tariff.transferMinutes * 60_000;
  if (isTransfer && line.id !== '90') return { fare: { amountMinor: 0, reason: 'free transfer' }, state };
  const price = line.id === '90' ? tariff.express : tariff.single;
  const amountMinor = Math.min(price, tariff.dayCap - state.spentMinor);
  const reason = amountMinor < price ? 'daily cap reached' : line.id === '90' ? 'express fare' : 'single fare';
  return { fare: { amountMinor, reason }, state: { ...state, spentMinor: state.spentMinor + amountMinor, paidAt: at } };
}

/** The pass is bought with the first ride of the day and carries the others. */
function rideOnPass(state: FareState, at: number): { fare: Fare; state: FareState } {
  if (state.paidAt !== null) return { fare: { amountMinor: 0, reason: 'day pass' }, state };
  const fare = { amountMinor: tariff.dayPass, reason: 'day pass bought', buysDayPass: true };
  return { fare, state: { ...state, spentMinor: tariff.dayPass, paidAt: at } };
}
