import { hourMs } from '@tapfolio/domain/durations.ts';
import { hashedUuid } from '@tapfolio/server/src/lib/hashing.ts';
import { addDays, dayCutMinutes, instantOf } from '../city/calendar.ts';
import { currencyNumber } from '../city/currency.ts';
import type { Line, Stop } from '../city/network.ts';
import { type Delivery, emptyDelivery, type FeedRow } from './enghouse-files.ts';
import { type Fare, type FareState, priceRide, startOfDay } from './fares.ts';
import { type Medium, sridOf } from './media.ts';
import { type Purchase, priceOf, rowsOf } from './shop.ts';

export interface Ride {
  line: Line;
  from: Stop;
  to: Stop;
  onAt: number;
  /** When the exit gate was passed; null where there is no gate, or where the tap was forgotten. */
  offAt: number | null;
  /** The fare is not worked out yet: the trip shows as started. */
  isRunning?: boolean;
  /** Run by the partner across the lake, whose fares come in the same window. */
  isPartner?: boolean;
}

/** closed: the bank took it; open: not asked yet; refused: the bank said no, which is a debt; recovered: the debt was paid. */
export type Settlement = 'closed' | 'open' | 'refused' | 'recovered';

export interface TravelDay {
  medium: Medium;
  /** Service day, `YYYY-MM-DD`. */
  day: string;
  rides: Ride[];
  settlement: Settlement;
  hasDayPass?: boolean;
  /** What the fares of the month before this day add up to, of those that count for its cap. */
  monthMinor?: number;
  /** What was bought beside the rides; it is charged with them. */
  purchases?: readonly Purchase[];
  /** Cents given back afterwards, each by itself. */
  refundsMinor?: readonly number[];
  /** Cents that the bank took at first, when it refused the rest until the next day. */
  firstPartMinor?: number;
  /** When the debt of a recovered day was paid. */
  recoveredAt?: number;
}

export interface ChargedDay {
  delivery: Delivery;
  srid: string;
  dueMinor: number;
}

const operatorCode = '1';
/** The partner across the lake; its ferry is in no timetable of ours. */
const partnerCode = '2';
const partnerLine = 'F1';

/** What the back office delivers about one card and service day: its taps, fares, payment window and bank messages. */
export function chargeDay(travel: TravelDay): ChargedDay {
  const delivery = emptyDelivery();
  const srid = sridOf(travel.medium, travel.day);
  let state: FareState = startOfDay(travel);
  for (const [index, ride] of travel.rides.entries()) {
    const priced = priceRide(state, ride);
    state = priced.state;
    const ids = rideIds(travel, index);
    delivery.tap.push(...tapsOf(travel, ride, ids, srid));
    const result = resultOf(travel, ride, ids, priced.fare);
    delivery.tr.push(priced.fare.buysDayPass ? { ...result, ...dayPass(travel.day) } : result);
  }
  const { medium, day, purchases = [] } = travel;
  for (const purchase of purchases) {
    const { product, sale } = rowsOf(purchase, { medium, day, srid });
    delivery.products.push(product);
    delivery.sales.push(sale);
  }
  const dueMinor = state.spentMinor + priceOf(purchases);
  delivery.pw.push(windowOf(travel, srid, dueMinor));
  delivery.tx.push(...messagesOf(travel, srid, dueMinor));
  return { delivery, srid, dueMinor };
}

interface RideIds {
  trip: string;
  on: string;
  off: string;
}

function rideIds(travel: TravelDay, index: number): RideIds {
  const base = `${travel.medium.token} ${travel.day} ${index}`;
  return { trip: hashedUuid(`trip ${base}`), on: hashedUuid(`on ${base}`), off: hashedUuid(`off ${base}`) };
}

function tapsOf(travel: TravelDay, ride: Ride, ids: RideIds, srid: string): FeedRow[] {
  const shared = {
    token: travel.medium.token,
    par: travel.medium.account,
    masked_pan: `000000*****${travel.medium.lastFour}`,
    form_factor: travel.medium.formFactor,
    operator_id: ride.isPartner ? partnerCode : operatorCode,
    currency: currencyNumber,
    tx_status: 1,
    terminal_spdh_code: '000',
    payment_reference: srid,
    ...(ride.isPartner
      ? { line_public_number: partnerLine, line_name: partnerLine }
      : { line_public_number: ride.line.id, line_name: ride.line.longName }),
  };
  const tap = (id: string, at: number, mode: string, stop: Stop): FeedRow => ({
    ...shared,
    tap_id: id,
    terminal_date: iso(at),
    server_date: iso(at + 2000),
    fare_mode: mode,
    stop_id: stop.id,
    stop_name: stop.name,
  });
  const boarding = tap(ids.on, ride.onAt, ride.line.hasGates ? 'on' : 'single', ride.from);
  return ride.offAt === null ? [boarding] : [boarding, tap(ids.off, ride.offAt, 'off', ride.to)];
}

function resultOf(travel: TravelDay, ride: Ride, ids: RideIds, fare: Fare): FeedRow {
  const isIncomplete = ride.line.hasGates && ride.offAt === null && !ride.isRunning;
  return {
    id: ids.trip,
    tap_id: ids.on,
    operator_id: ride.isPartner ? partnerCode : operatorCode,
    ticket_type: 'single',
    line: ride.isPartner ? partnerLine : ride.line.id,
    amount: fare.amountMinor,
    reason: isIncomplete ? 'incomplete journey, no tap off' : fare.reason,
    start_station: ride.from.name,
    ...(ride.offAt !== null && { end_station: ride.to.name, station_name: ride.to.name, end_dttm: iso(ride.offAt) }),
    ...(!ride.isRunning && { start_dttm: iso(ride.onAt) }),
    created_dttm: iso((ride.offAt ?? ride.onAt) + 60_000),
    clearing_id: hashedUuid(`clearing ${travel.day}`),
  };
}

/** A fare that carries a ticket code is a ticket: its end is the end of its validity. */
function dayPass(day: string): FeedRow {
  const ticket = { ticket_type: 'Day pass', ticket_code: 'DAYPASS', ticket_id: `DP-${day}` };
  return { ...ticket, station_name: 'All lines', end_dttm: iso(endOfDay(day)) };
}

function windowOf(travel: TravelDay, srid: string, dueMinor: number): FeedRow {
  const stages = { closed: 'Closed', open: 'Open', refused: 'Debt', recovered: 'Closed' };
  const isOpen = travel.settlement === 'open';
  return {
    id: hashedUuid(`window ${travel.medium.token} ${travel.day}`),
    token: travel.medium.token,
    amount_to_settle: dueMinor,
    amount_settled: travel.settlement === 'closed' ? (travel.firstPartMinor ?? dueMinor) : 0,
    debt_settled: recoveredOf(travel, dueMinor),
    stage: stages[travel.settlement],
    payment_reference: srid,
    open_date: iso(travel.rides[0]?.onAt ?? instantOf(travel.day, dayCutMinutes)),
    ...(!isOpen && { close_date: iso(endOfDay(travel.day)) }),
    operator_id: operatorCode,
  };
}

/** What was paid of the day after the bank had refused it. */
function recoveredOf({ settlement, firstPartMinor }: TravelDay, dueMinor: number): number {
  if (settlement === 'recovered') return dueMinor;
  return firstPartMinor === undefined ? 0 : dueMinor - firstPartMinor;
}

interface Message {
  readonly operation: string;
  readonly amount: number;
  readonly isApproved: boolean;
  readonly at: number;
  /** Distinguishes several of one operation; absent for the first. */
  readonly nth?: string;
}

function messagesOf(travel: TravelDay, srid: string, dueMinor: number): FeedRow[] {
  const message = ({ operation, amount, isApproved, at, nth = '' }: Message): FeedRow => ({
    id: hashedUuid(`${operation}${nth} ${travel.medium.token} ${travel.day}`),
    operation,
    amount,
    timestamp: iso(at),
    payment_reference: srid,
    spdh_response: isApproved ? '000' : '051',
    response_type: isApproved ? 'OK' : 'DECLINED',
    response_message: isApproved ? '' : 'insufficient funds',
    token: travel.medium.token,
    par: travel.medium.account,
    brand: travel.medium.brand,
    rrn: retrievalReference(`${operation}${nth} ${srid}`),
    operatorid: operatorCode,
  });
  if (travel.settlement === 'open' || dueMinor === 0) return [];
  const { firstPartMinor = dueMinor, refundsMinor = [], recoveredAt } = travel;
  const rest = dueMinor - firstPartMinor;
  const at = endOfDay(travel.day);
  const isPaid = travel.settlement === 'closed';
  const messages: Message[] = [{ operation: 'ONLINE_CLEARING', amount: firstPartMinor, isApproved: isPaid, at }];
  if (rest > 0)
    messages.push(
      { operation: 'ONLINE_CLEARING', amount: rest, isApproved: false, at: at + 60_000, nth: ' rest' },
      { operation: 'DEBT_RECOVERY_AUTO', amount: rest, isApproved: true, at: at + 24 * hourMs },
    );
  if (recoveredAt !== undefined)
    messages.push({ operation: 'DEBT_RECOVERY_MANUAL', amount: dueMinor, isApproved: true, at: recoveredAt });
  for (const [nth, amount] of refundsMinor.entries())
    messages.push({
      operation: 'REFUND',
      amount,
      isApproved: true,
      at: at + (nth + 1) * 30 * hourMs,
      nth: `${nth || ''}`,
    });
  return messages.map(message);
}

/** Twenty-two digits, as acquirers give them. */
function retrievalReference(seed: string): string {
  const digits = BigInt(`0x${hashedUuid(`rrn ${seed}`).replaceAll('-', '')}`).toString();
  return digits.padStart(22, '0').slice(0, 22);
}

function endOfDay(day: string): number {
  return instantOf(addDays(day, 1), dayCutMinutes);
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
