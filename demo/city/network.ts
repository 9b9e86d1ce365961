import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the demo's GTFS feed, the only place that defines lines and stops. */
export const gtfsDirectory = path.join(import.meta.dirname, '../gtfs');

export interface Stop {
  id: string;
  name: string;
}

export interface Line {
  id: string;
  longName: string;
  /** True for the metro, which has readers at its exit gates and so knows where a trip ends. Buses and trams only know boardings. */
  hasGates: boolean;
  stops: Stop[];
  /** Minutes from one stop to the next. */
  stepMinutes: number;
}

export interface Network {
  lines: Line[];
  line(id: string): Line;
  /** The stop with this English name on a line. */
  stop(line: Line, name: string): Stop;
}

/** Reads the feed in `demo/gtfs`. Its files have no quoted fields, so a comma always separates two fields. */
export function readNetwork(): Network {
  const stations = new Map(table('stops.txt').map((row) => [row.stop_id, row.parent_station || row.stop_id]));
  const names = new Map(table('stops.txt').map((row) => [row.stop_id, row.stop_name]));
  const calls = Map.groupBy(table('stop_times.txt'), (row) => row.trip_id);
  const lines = table('routes.txt').map((route) => {
    const times = calls.get(`${route.route_id}-weekday-0`) ?? [];
    const stops = times.map((call) => {
      const id = stations.get(call.stop_id) ?? '';
      return { id, name: names.get(id) ?? '' };
    });
    return {
      id: route.route_id ?? '',
      longName: route.route_long_name ?? '',
      hasGates: route.route_type === '1',
      stops,
      stepMinutes: (secondsOf(times[1]?.arrival_time) - secondsOf(times[0]?.arrival_time)) / 60,
    };
  });
  return { lines, line: (id) => found(lines, (line) => line.id === id, id), stop: stopNamed };
}

function stopNamed(line: Line, name: string): Stop {
  return found(line.stops, (stop) => stop.name === name, `${name} on ${line.id}`);
}

function found<Item>(items: Item[], matches: (item: Item) => boolean, name: string): Item {
  const item = items.find(matches);
  if (item === undefined) throw new Error(`the demo feed has no ${name}`);
  return item;
}

function secondsOf(time = ''): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

function table(file: string): Record<string, string | undefined>[] {
  const [head = '', ...lines] = readFileSync(path.join(gtfsDirectory, file), 'utf8').trimEnd().split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  });
}
