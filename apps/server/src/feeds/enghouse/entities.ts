import { type Header, readHeader } from '../text/header.ts';
import type { Entity } from './entity.ts';
import { payWindows } from './pay-windows.ts';
import { taps } from './taps.ts';
import { ticketResults } from './ticket-results.ts';
import { transactions } from './transactions.ts';

const entities: readonly Entity[] = [taps, ticketResults, payWindows, transactions];

export const separator = ';';

export interface Recognised {
  entity: Entity;
  header: Header;
}

/** Tells by its header what a file holds, whatever folder it lies in; a text says why it is none of ours. */
export function recogniseHeader(headerText: string): Recognised | string {
  const header = readHeader(headerText, separator);
  const entity = entities.find(({ required }) => header.missing(required).length === 0);
  if (entity) return { entity, header };
  const [closest] = entities
    .map(({ name, required }) => ({ name, required, missing: header.missing(required) }))
    .sort((a, b) => a.missing.length / a.required.length - b.missing.length / b.required.length);
  if (!closest || closest.missing.length > closest.required.length / 2) {
    const used = usedSeparator(headerText);
    if (used) return `the columns are separated by ${used} instead of semicolons`;
    return isTimetable(headerText)
      ? 'a table of a timetable (GTFS); its folder needs stops.txt and routes.txt'
      : 'the first row is not the header of an Enghouse file';
  }
  return `looks like ${closest.name} but has no column ${closest.missing.join(', ')}`;
}

/** Other separators that senders are known to choose, by what they are called. */
const otherSeparators = { ',': 'commas', '\t': 'tabs', '|': 'bars' };

function usedSeparator(headerText: string): string | undefined {
  const isHeader = (separator: string) => {
    const header = readHeader(headerText, separator);
    return entities.some(({ required }) => header.missing(required).length === 0);
  };
  return Object.entries(otherSeparators).find(([separator]) => isHeader(separator))?.[1];
}

/** Columns that tables of a timetable begin to be recognised by. */
const timetableColumns = [
  'stop_id',
  'route_id',
  'agency_id',
  'agency_timezone',
  'feed_publisher_name',
  'table_name',
  'service_id',
];

function isTimetable(headerText: string): boolean {
  return readHeader(headerText, ',').missing(timetableColumns).length < timetableColumns.length;
}
