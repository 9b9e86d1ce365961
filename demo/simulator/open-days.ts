import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '../../scripts/files/replace-file.ts';
import type { Medium } from '../back-office/media.ts';
import type { TravelDay } from '../back-office/travel-day.ts';
import type { Line, Network, Stop } from '../city/network.ts';

interface StoredDay {
  medium: Medium;
  day: string;
  hasDayPass: boolean;
  monthMinor?: number;
  rides: {
    line: string;
    from: string;
    to: string;
    onAt: number;
    offAt: number | null;
    isRunning: boolean;
    isPartner?: boolean;
  }[];
}

/** The days whose payment window is still open, stored in a file so that a restart continues where it stopped. */
export interface OpenDays {
  all(): readonly TravelDay[];
  find(medium: Medium, day: string): TravelDay | undefined;
  put(day: TravelDay): void;
  remove(day: TravelDay): void;
  save(): void;
}

const keyOf = (medium: Medium, day: string) => `${medium.token} ${day}`;

/** The days of travel that are not charged yet. `save` replaces the whole file. */
export function readOpenDays(file: string, network: Network): OpenDays {
  const stored: StoredDay[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const days = new Map(stored.map((day) => [keyOf(day.medium, day.day), restore(day, network)]));
  return {
    all: () => [...days.values()],
    find: (medium, day) => days.get(keyOf(medium, day)),
    put: (day) => void days.set(keyOf(day.medium, day.day), day),
    remove: (day) => void days.delete(keyOf(day.medium, day.day)),
    save: () => replaceFile(file, JSON.stringify([...days.values()].map(store))),
  };
}

function store({ medium, day, hasDayPass = false, monthMinor = 0, rides }: TravelDay): StoredDay {
  const stored = rides.map(({ line, from, to, onAt, offAt, isRunning = false, isPartner = false }) => {
    return { line: line.id, from: from.id, to: to.id, onAt, offAt, isRunning, isPartner };
  });
  return { medium, day, hasDayPass, monthMinor, rides: stored };
}

function restore({ medium, day, hasDayPass, monthMinor = 0, rides }: StoredDay, network: Network): TravelDay {
  const restored = rides.map((ride) => {
    const line = network.line(ride.line);
    return { ...ride, line, from: stopOf(line, ride.from), to: stopOf(line, ride.to) };
  });
  return { medium, day, hasDayPass, monthMinor, rides: restored, settlement: 'open' };
}

/** The GTFS feed may have changed since the file was written. A stop that no longer exists becomes the line's first stop. */
function stopOf(line: Line, id: string): Stop {
  const stop = line.stops.find((candidate) => candidate.id === id) ?? line.stops[0];
  if (stop === undefined) throw new Error(`line ${line.id} of the demo feed has no stops`);
  return stop;
}
