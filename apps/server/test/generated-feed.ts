import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import path from 'node:path';
import { dayMs } from '@tapfolio/domain/durations.ts';

export interface GeneratedFeed {
  taps: number;
  cards: number;
  /** Distributed over this number of days, in order of time, as back offices write. */
  days: number;
  /** The first of them, UTC; the names of the files contain the day after the last. */
  firstDay?: string;
}

export interface FeedFiles {
  tapFile: string;
  tripFile: string;
  trips: number;
}

const tapColumns =
  'tap_id;mapping_terminal_id;mapping_merchant_id;terminal;token;masked_pan;expiry;server_date;terminal_date;tx_number;tx_status;payment_reference;operator_id;terminal_spdh_code;denylist_version;transit_data;currency;par;fare_mode;fare_type;fare_value;fare_description;fare_linked_id;gps_longitude;gps_latitude;gps_altitude;vehicle_public_number;vehicle_name;stop_id;stop_name;platform_id;platform_name;zone_id;zone_name;line_public_number;line_name;line_direction;trip_public_number;trip_name;service_public_number;service_name;driver_id';
const fareColumns =
  'id;ticket_id;station_name;amount;clearing_id;operator_id;reason;tap_id;ticket_type;created_dttm;line;start_station;end_station;start_dttm;end_dttm;ticket_code;additional_infos';
const stations = ['Canons Park', 'Green Park', 'Knightsbridge', 'Dollis Hill', 'Stanmore', 'Kingsbury', 'Bond Street'];

/**
 * Writes a tap file and the file of its fares in the form of the real sample: eight taps make five trips (three with
 * two taps, two with one), cards in random order, UUIDs as ids.
 */
export async function generateFeed(
  folder: string,
  { taps, cards, days, firstDay = '2025-10-01' }: GeneratedFeed,
): Promise<FeedFiles> {
  const firstDayMs = Date.parse(`${firstDay}T05:00:00Z`);
  const exported = new Date(firstDayMs + days * dayMs).toISOString().slice(0, 10);
  const tapFile = path.join(folder, `GENERATED_TAPtaps-${exported}.csv`);
  const tripFile = path.join(folder, `GENERATED_TRticketresults-${exported}.csv`);
  const tapSink = new LineSink(tapFile, tapColumns);
  const tripSink = new LineSink(tripFile, fareColumns);
  const tokens = Array.from({ length: cards }, () => randomUUID());
  let trips = 0;
  for (let made = 0; made < taps; trips += 1) {
    const atMs = firstDayMs + Math.floor((made / taps) * days * dayMs);
    const hasExit = trips % 5 < 3;
    await writeTrip({ tapSink, tripSink }, { atMs, hasExit, trip: trips, token: pick(tokens, trips * 7919) });
    made += hasExit ? 2 : 1;
  }
  await Promise.all([tapSink.close(), tripSink.close()]);
  return { tapFile, tripFile, trips };
}

interface Sinks {
  tapSink: LineSink;
  tripSink: LineSink;
}

interface Ride {
  atMs: number;
  hasExit: boolean;
  trip: number;
  token: string;
}

async function writeTrip({ tapSink, tripSink }: Sinks, { atMs, hasExit, trip, token }: Ride): Promise<void> {
  const [from, to] = [pick(stations, trip), pick(stations, trip + 1 + (trip % 5))];
  const start = new Date(atMs).toISOString();
  const end = hasExit ? new Date(atMs + 1_500_000).toISOString() : start;
  const tapId = randomUUID();
  const srid =
    token.replaceAll('-', '').slice(0, 11).toUpperCase() + String(Math.floor(atMs / dayMs) % 1000).padStart(3, '0');
  const line = String(trip % 90);
  const tap = (id: string, at: string, mode: string, stop: string) =>
    `${id};;;${1000 + (trip % 500)};${token};000000*****${1000 + (trip % 9000)};;${at};${at};;1;${srid};77;000;;;826;account of ${token};${mode};;;;;;;;;;${stop.length}b8ecb86;${stop};;;;;${line};Bus ${line};;;;;;`;
  await tapSink.write(tap(tapId, start, hasExit ? 'on' : 'single', from));
  if (hasExit) await tapSink.write(tap(randomUUID(), end, 'off', to));
  await tripSink.write(
    `${randomUUID()};${randomUUID()};${to};${200 + (trip % 300)};${randomUUID()};77;pay as you go;${tapId};single;${end};${line};${from};${hasExit ? to : ''};${start};${end};;`,
  );
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
}

/** Collects lines and writes them in large pieces. */
class LineSink {
  readonly #stream: WriteStream;
  #lines: string[];

  constructor(file: string, header: string) {
    this.#stream = createWriteStream(file);
    this.#lines = [header];
  }

  async write(line: string): Promise<void> {
    this.#lines.push(line);
    if (this.#lines.length >= 5000) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    this.#stream.end();
    await once(this.#stream, 'finish');
  }

  async #flush(): Promise<void> {
    const text = `${this.#lines.join('\n')}\n`;
    this.#lines = [];
    if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }
}
