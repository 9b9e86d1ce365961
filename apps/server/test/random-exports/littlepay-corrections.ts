import type { v3 } from '../littlepay-feed.ts';

/** How a back office with Littlepay corrects its rows. */

export type Row = ReturnType<typeof v3.tap>;

const otherCard = (name: unknown): string => (name === 'card 0' ? 'card 1' : 'card 0');
/** The payment of the same card on its other day. */
const otherDay = (name: unknown): string => String(name).replace(/\d$/, (day) => (day === '0' ? '1' : '0'));
const otherAmount = (amount: unknown): string => (amount === '2.60' ? '1.00' : '2.60');
const otherCurrency = (code: unknown): number => (code === 978 ? 826 : 978);
const later = (at: unknown): string => new Date(Date.parse(String(at)) + 300_000).toISOString();

export function correctedFare(fare: Row, what: string): Row {
  if (what === 'amount') return { ...fare, charge_amount: otherAmount(fare.charge_amount) };
  if (what === 'day') return { ...fare, aggregation_id: otherDay(fare.aggregation_id) };
  if (what === 'deleted') return { ...fare, status: 'DELETED' };
  if (what === 'open') return { ...fare, status: 'CLOSED' };
  if (what === 'currency') return { ...fare, currency_code: otherCurrency(fare.currency_code) };
  const given = ofOtherCard(fare);
  return { ...given, aggregation_id: `A${String(given.funding_source_id).at(-1)}0` };
}

export function ofOtherCard(row: Row): Row {
  const card = otherCard(row.funding_source_id);
  return { ...row, funding_source_id: card, customer_id: `customer of ${card}` };
}

export function correctedTap(tap: Row, what: string): Row {
  if (what === 'time') return { ...tap, transaction_timestamp_utc: later(tap.transaction_timestamp_utc) };
  if (what === 'place') return { ...tap, location_name: tap.location_name === 'Place' ? '' : 'Place' };
  if (what === 'type') return { ...tap, type: tap.type === 'off' ? 'on' : 'off' };
  return { ...tap, funding_source_id: otherCard(tap.funding_source_id) };
}

export function correctedRequest(request: Row, what: string, fare: Row | undefined): Row {
  if (what === 'refused') return { ...request, approval_status: 'DECLINED' };
  const { micropayment_id = null, aggregation_id = null, charge_amount = null } = fare ?? {};
  if (what === 'fare') return { ...request, micropayment_id, aggregation_id: null };
  return { ...request, micropayment_id: null, aggregation_id, transaction_amount: charge_amount };
}

export function correctedSettlement(settlement: Row, what: string): Row {
  if (what === 'amount') return { ...settlement, amount: otherAmount(settlement.amount) };
  if (what === 'day') return { ...settlement, aggregation_id: otherDay(settlement.aggregation_id) };
  if (what === 'currency') return { ...settlement, currency_code: otherCurrency(settlement.currency_code) };
  return { ...settlement, settlement_status: what };
}
