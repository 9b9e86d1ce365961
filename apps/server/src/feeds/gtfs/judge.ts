import type { Operator } from '../../config/config.operator.ts';
import type { Operators } from '../../config/operators.ts';
import type { OpenedFile } from '../format.ts';
import { foreignEncoding } from '../text/read-rows.ts';
import { headerProblem, separatorProblem } from '../text/values.ts';
import type { Tables } from './read-tables.ts';
import type { Table } from './table.ts';
import { showSameTime } from './time-zones.ts';
import type { Translations } from './translations.ts';

/**
 * The operator of a timetable: the one asked for, else the one whose name or code its agency has, else the home
 * operator if it is the only one. A text says why none is known: stops that go to a wrong operator stay there.
 */
export function operatorOf(
  operators: Operators,
  asked: string | undefined,
  agency: Table | undefined,
): Operator | string {
  if (asked !== undefined) return operators.find(asked) ?? 'the operator is not configured';
  const agencies = (agency?.rows ?? []).map((row) => ({ id: row.get('agency_id'), name: row.get('agency_name') }));
  const named = operators.list.find(({ name }) =>
    agencies.some((one) => one.name?.toLowerCase() === name.toLowerCase()),
  );
  const [coded] = agencies.flatMap(({ id }) => (id === null ? [] : (operators.find(id) ?? [])));
  const found = named ?? coded;
  if (found) return found;
  if (operators.list.length === 1) return operators.home;
  const names = agencies.map(({ id, name }) => name ?? id ?? '?').slice(0, 3);
  const why =
    names.length === 0
      ? 'there is no agency.txt with an agency, and several operators are configured'
      : `agency.txt names ${names.join(', ')}, who is no configured operator`;
  return `${why}: say whose it is, by --operator CODE or a folder called by the code`;
}

/** Why a feed cannot be used; null when it can. */
export function timetableRefusal(files: readonly OpenedFile[], { stops, routes }: Tables): string | null {
  for (const { name, beginning } of files) {
    const foreign = foreignEncoding(beginning);
    if (foreign !== undefined) return `${name}: ${foreign}`;
  }
  if (!stops && !routes) return 'there is neither stops.txt nor routes.txt';
  return (
    headerRefusal('stops.txt', stops, ['stop_id', 'stop_name']) ??
    headerRefusal('routes.txt', routes, ['route_id', 'route_type'])
  );
}

/** Why a table cannot be used because of its first row; null when it can, or is not there. */
function headerRefusal(name: string, table: Table | undefined, required: readonly string[]): string | null {
  if (!table) return null;
  const { header, headerText } = table;
  if (headerText === '') return `${name} is empty`;
  const isComplete = header.missing(required).length === 0;
  const problem = isComplete
    ? headerProblem(headerText, header, required)
    : separatorProblem(headerText, ',', [required]);
  if (problem !== undefined) return `${name}: ${problem}`;
  return isComplete ? null : `${name} has no ${required.join(' or ')}`;
}

const mostZones = 10;

/** Notes for the administrator about a feed that loads. */
export function notesOf(
  tables: Tables,
  names: Translations,
  { operator, now }: { operator: Operator; now: Date },
): Map<string, number> {
  const { stops, routes, agency, feed_info: feedInfo } = tables;
  // A timetable has one zone; of one that has more, some are looked at.
  const zones = [...new Set(agency?.rows.flatMap((row) => row.get('agency_timezone') ?? []))].slice(0, mostZones);
  const isElsewhere = zones.length > 0 && !zones.some((zone) => showSameTime(zone, operator.timeZone, now));
  const start = feedInfo?.rows[0]?.get('feed_start_date');
  const foreign = Object.entries(tables).filter(([, table]) => table.isForeign);
  const notes: [string, number][] = [
    ['stops.txt is missing; stops stay as they are', stops ? 0 : 1],
    ['routes.txt is missing; lines stay as they are', routes ? 0 : 1],
    [
      `agency.txt says ${zones.map((zone) => zone.slice(0, 50)).join(', ')}; ${operator.code} is configured for ${operator.timeZone}`,
      Number(isElsewhere),
    ],
    ['translations that are not used: nothing to translate, or one language too many', names.useless],
    [`feed_info.txt: feed_start_date ${start?.slice(0, 20)} is no date`, Number(!!start && !dayOf(start))],
    ...foreign.map(([name]): [string, number] => [`${name}.txt has characters that are not UTF-8, shown as \uFFFD`, 1]),
  ];
  return new Map(notes.filter(([, times]) => times > 0));
}

/**
 * When a feed was made: its version where that is a time, else its first day; the files' own dates come last. A time
 * ahead says when the timetable begins and not when it was made.
 */
export function exportOf(feedInfo: Table | undefined, modifiedMs: number, now: Date): string {
  const [info] = feedInfo?.rows ?? [];
  const version = info?.get('feed_version') ?? '';
  const isTime = /^20\d\d-\d\d-\d\dT\d\d:\d\d/.test(version) && !Number.isNaN(Date.parse(version));
  const said = isTime ? Date.parse(version) : dayOf(info?.get('feed_start_date') ?? '')?.getTime();
  const writtenMs = Math.min(modifiedMs, now.getTime());
  return new Date(said === undefined || said > now.getTime() ? writtenMs : said).toISOString();
}

/** The day of eight digits; undefined if the calendar does not have it. */
function dayOf(digits: string): Date | undefined {
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.getUTCDate() === Number(day) ? date : undefined;
}
