import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeRows } from './feed-fixture.ts';

const token = 'an invented card';
const minutes = (count: number) => new Date(Date.UTC(2025, 9, 1, 8) + count * 60_000).toISOString();

/**
 * A month of an invented card in four files, as a back office delivers them: 78 trips on 26 days, 47 of them with an
 * exit, so 125 taps; 26 payment windows of a day and their charges.
 */
export function writeSampleFeed(folder: string): string {
  const taps: Record<string, string>[] = [];
  const fares: Record<string, string>[] = [];
  const windows: Record<string, string | number>[] = [];
  for (let trip = 0; trip < 78; trip += 1) {
    const start = Math.floor(trip / 3) * 1440 + (trip % 3) * 120;
    const at = { server_date: minutes(start), terminal_date: minutes(start) };
    const day = `SAMPLEDAY${String(Math.floor(trip / 3)).padStart(4, '0')}`;
    const common = { token, payment_reference: day, operator_id: '77', currency: '826', stop_name: `Stop ${trip}` };
    const hasExit = trip < 47;
    taps.push({ tap_id: `T-${trip}`, ...common, ...at, fare_mode: hasExit ? 'on' : 'single' });
    const end = minutes(start + (hasExit ? 20 : 0));
    if (hasExit) taps.push({ tap_id: `X-${trip}`, ...common, server_date: end, terminal_date: end, fare_mode: 'off' });
    const fare = { id: `F-${trip}`, tap_id: `T-${trip}`, amount: '250', operator_id: '77' };
    fares.push({ ...fare, start_dttm: minutes(start), end_dttm: end });
    if (trip % 3 === 0)
      windows.push({
        id: `W-${trip}`,
        token,
        amount_settled: 750,
        amount_to_settle: 750,
        stage: 'Closed',
        payment_reference: day,
        open_date: minutes(start),
        operator_id: '77',
      });
  }
  const charges = windows.map(({ id, payment_reference, open_date }) => {
    const request = { id: `C-${id}`, operation: 'ONLINE_CLEARING', timestamp: open_date ?? '', amount: 750 };
    return { ...request, payment_reference: payment_reference ?? '', spdh_response: '000', token, operatorid: '77' };
  });
  writeRows(path.join(folder, 'tap'), 'SAMPLE_TAPtaps-2025-11-01.csv', taps);
  writeRows(path.join(folder, 'tr'), 'SAMPLE_TRticketresults-2025-11-01.csv', fares);
  writeRows(path.join(folder, 'pw'), 'SAMPLE_PWpaywindows-2025-11-01.csv', windows);
  writeRows(path.join(folder, 'tx'), 'SAMPLE_TXtransactions-2025-11-01.csv', charges);
  return folder;
}

/** A timetable of 8 lines and 24 stops. */
export function writeSampleTimetable(folder: string): string {
  const lines = Array.from({ length: 8 }, (_, line) => `L${line},${line},3`);
  const stops = Array.from({ length: 24 }, (_, stop) => `S${stop},Stop ${stop},45.5,-73.5`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'routes.txt'), ['route_id,route_short_name,route_type', ...lines, ''].join('\n'));
  writeFileSync(path.join(folder, 'stops.txt'), ['stop_id,stop_name,stop_lat,stop_lon', ...stops, ''].join('\n'));
  return folder;
}
