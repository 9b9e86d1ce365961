import { writeRows } from './feed-fixture.ts';

export const tap = {
  tap_id: 'T-1',
  token: 'the first card',
  terminal_date: '2025-06-01T12:00:00Z',
  payment_reference: 'ABCDEFGHJKLMN1',
  operator_id: '77',
  currency: '978',
  fare_mode: 'on',
  stop_id: 'S1',
  stop_name: 'First Street',
  line_name: 'Bus 5',
  line_public_number: '5',
};
/** A card that taps each minute of an hour. */
export const manyTaps = Array.from({ length: 60 }, (_, minute) => ({
  ...tap,
  tap_id: `T-${minute}`,
  terminal_date: `2025-06-01T12:${String(minute).padStart(2, '0')}:00Z`,
}));
export const exit = { ...tap, tap_id: 'T-1x', terminal_date: '2025-06-01T12:20:00Z', fare_mode: 'off', stop_id: 'S2' };
export const other = { ...tap, tap_id: 'T-2', token: 'the second card', terminal_date: '2025-06-01T15:00:00Z' };
export const fare = {
  id: '9',
  tap_id: 'T-1',
  amount: '250',
  operator_id: '77',
  start_dttm: '2025-06-01T12:00:00Z',
  end_dttm: '2025-06-01T12:20:00Z',
  ticket_type: '',
  ticket_code: '',
};
export const ticket = { ...fare, ticket_type: 'Day ticket', ticket_code: 'D24', end_dttm: '2025-06-02T12:00:00Z' };
export const window = {
  id: 'W-1',
  token: tap.token,
  amount_settled: '250',
  amount_to_settle: '250',
  stage: 'Closed',
  payment_reference: tap.payment_reference,
  open_date: '2025-06-01T12:00:00Z',
  operator_id: '77',
};

type Rows = readonly Record<string, string>[];

/** Writes one export of one entity; the day in the name is the day of the export. */
export function exported(folder: string, entity: string, day: number, rows: Rows): string {
  return writeRows(folder, `${entity}-2025-07-${String(day).padStart(2, '0')}.csv`, rows);
}
