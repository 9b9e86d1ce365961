import { type Header, readHeader } from '../text/header.ts';
import type { Entity } from './entity.ts';

/** How a format writes its files. */
export interface Dialect {
  readonly separator: string;
  readonly entities: readonly Entity[];
  /** What a first row is not when it is no header of this format: `the header of an Enghouse file`. */
  readonly header: string;
}

export interface RecognisedHeader {
  readonly entity: Entity;
  readonly header: Header;
}

/** Why a first row is no header of a format, and which share of a header's columns it lacks. */
export interface HeaderRefusal {
  readonly refusal: string;
  readonly distance: number;
}

/** What some senders put at the ends of lines: the whole file would be its header, without a row. */
const otherLineEnds = /[\v\f\u0085\u2028\u2029]|\\[nr]/;

/** Recognises the contents of a file by its header; its folder does not matter. */
export function recogniseHeader(headerText: string, dialect: Dialect): RecognisedHeader | HeaderRefusal {
  const header = readHeader(headerText, dialect.separator);
  const entity = dialect.entities.find(({ required }) => header.missing(required).length === 0);
  if (!entity) return refuse(headerText, header, dialect);
  if (otherLineEnds.test(headerText)) {
    return { refusal: 'the rows do not end with line feeds or carriage returns', distance: 0 };
  }
  const twice = entity.required.find((name) => header.names.indexOf(name) !== header.names.lastIndexOf(name));
  return twice === undefined
    ? { entity, header }
    : { refusal: `the column ${twice} stands twice in the first row`, distance: 0 };
}

function refuse(headerText: string, header: Header, dialect: Dialect): HeaderRefusal {
  const [closest] = dialect.entities
    .map(({ name, required }) => ({ name, missing: header.missing(required), required: required.length }))
    .map(({ name, missing, required }) => ({ name, missing, distance: missing.length / required }))
    .sort((a, b) => a.distance - b.distance);
  if (closest && closest.distance <= 0.5) {
    const { name, missing, distance } = closest;
    return { refusal: `looks like ${name} but has no column ${missing.join(', ')}`, distance };
  }
  const used = usedSeparator(headerText, dialect);
  if (used) {
    const refusal = `the columns are separated by ${used} instead of ${separatorNames[dialect.separator]}`;
    return { refusal, distance: 0 };
  }
  return isTimetable(headerText)
    ? { refusal: 'a table of a timetable (GTFS); its folder needs stops.txt and routes.txt', distance: 1 }
    : { refusal: `the first row is not ${dialect.header}`, distance: 1 };
}

/** Separators that senders are known to choose, by what they are called. */
const separatorNames: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  ',': 'commas',
  '\t': 'tabs',
  '|': 'bars',
};

function usedSeparator(headerText: string, { separator: own, entities }: Dialect): string | undefined {
  const isHeader = (separator: string) => {
    const header = readHeader(headerText, separator);
    return entities.some(({ required }) => header.missing(required).length === 0);
  };
  return Object.entries(separatorNames).find(([separator]) => separator !== own && isHeader(separator))?.[1];
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
