import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import type { TransportType } from '@tapfolio/domain/states.ts';
import type { Db } from '../../lib/sql.ts';
import * as queries from './timetable-names.queries.ts';

/** A line as the timetable has it, in one language. */
export interface NamedLine {
  readonly badge: NonNullable<TripSummary['line']>;
  readonly transportType: TransportType;
}

export interface OperatedRow {
  readonly operator_code: string;
}

/** What a row of travel says of its line and stops. */
export interface TravelledPlaces extends OperatedRow {
  readonly line_id: string | null;
  readonly from_stop_id: string | null;
  readonly to_stop_id: string | null;
}

/** The names of the timetable in one language. A line or stop that the timetable does not have is undefined. */
export interface Names {
  line(operatorCode: string, lineId: string): NamedLine | undefined;
  stop(operatorCode: string, stopId: string): string | undefined;
}

/** The operators of the portal. */
export interface Operators {
  /** The time zone in which instants of this operator are to be read. */
  timeZone(operatorCode: string): string;
  /** The day of this operator at an instant in ISO 8601. */
  dayOf(operatorCode: string, instant: string): string;
  /** Is it among those that were read? */
  has(operatorCode: string): boolean;
  /** The name of an operator, null for the portal's own. */
  partnerName(operatorCode: string): string | null;
  /** Do all days begin and end at the same instants? */
  readonly shareDays: boolean;
}

/** Names are this much older than the database at most. */
const freshMs = 2000;
/** So many lines and stops are remembered in one language. After that all are forgotten, and read again as they are needed. */
const mostRemembered = 50_000;

interface OperatorNames {
  /** Null for what the timetable does not have. */
  readonly lines: Map<string, NamedLine | null>;
  readonly stops: Map<string, string | null>;
}

interface Language {
  readonly operators: Map<string, OperatorNames>;
  remembered: number;
}

const emptyLanguage = (): Language => ({ operators: new Map(), remembered: 0 });

/** What was read of one version of the timetable. */
interface Edition {
  readonly version: number | null;
  readonly operators: Operators;
  readonly languages: Map<string, Language>;
}

/**
 * The names of operators, lines and stops, kept in this process. Each is read when a row first needs it, and all are
 * forgotten when a newer timetable has been imported.
 */
export class TimetableNames {
  readonly #reads: Db;
  readonly #now: () => number;
  #edition: Edition | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<Edition> | undefined;

  constructor(readDb: Db, now: () => number = () => performance.now()) {
    this.#reads = readDb;
    this.#now = now;
  }

  /** The operators that these rows name. */
  async operatorsOf(rows: readonly OperatedRow[]): Promise<Operators> {
    return (await this.#editionFor(rows)).operators;
  }

  /** The names that these rows need, in a language of two letters. */
  async namesFor(rows: readonly TravelledPlaces[], language: string): Promise<Names & { operators: Operators }> {
    const edition = await this.#editionFor(rows);
    const known = languageOf(edition, language);
    const missing = missingOf(rows, known);
    if (missing.size > 0) await Promise.all([...missing].map(([code, ids]) => this.#read(known, language, code, ids)));
    return {
      operators: edition.operators,
      line: (operatorCode, lineId) => known.operators.get(operatorCode)?.lines.get(lineId) ?? undefined,
      stop: (operatorCode, stopId) => known.operators.get(operatorCode)?.stops.get(stopId) ?? undefined,
    };
  }

  /** An operator that came a moment ago is not among those of the last check. */
  async #editionFor(rows: readonly OperatedRow[]): Promise<Edition> {
    const edition = await this.#current();
    return rows.every(({ operator_code: code }) => edition.operators.has(code)) ? edition : await this.#check();
  }

  /** The edition of the last two seconds, without a wait where there is one. */
  async #current(): Promise<Edition> {
    if (this.#edition !== undefined && this.#now() - this.#checkedAt < freshMs) return this.#edition;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return await this.#checking;
  }

  async #check(): Promise<Edition> {
    const begun = this.#now();
    const [[newest], rows] = await Promise.all([
      queries.readTimetableVersion(this.#reads),
      queries.listOperators(this.#reads),
    ]);
    const version = newest?.version ?? null;
    // What is being read for an older edition goes into that one, and is forgotten with it.
    const languages = this.#edition?.version === version ? this.#edition.languages : new Map<string, Language>();
    this.#edition = { version, languages, operators: describeOperators(rows) };
    this.#checkedAt = begun;
    return this.#edition;
  }

  async #read(known: Language, language: string, operatorCode: string, ids: MissingIds): Promise<void> {
    const asking = { language, operatorCode };
    const [lines, stops] = await Promise.all([
      findLines(this.#reads, asking, [...ids.lines]),
      findStops(this.#reads, asking, [...ids.stops]),
    ]);
    const names = namesOf(known, operatorCode);
    known.remembered += ids.lines.size + ids.stops.size;
    for (const id of ids.lines) names.lines.set(id, lines.get(id) ?? null);
    for (const id of ids.stops) names.stops.set(id, stops.get(id) ?? null);
  }
}

interface Asking {
  readonly language: string;
  readonly operatorCode: string;
}

/** By their ids, else by what their signs show: back offices deliver the one or the other. */
async function findLines(db: Db, asking: Asking, lineIds: readonly string[]): Promise<Map<string, NamedLine>> {
  if (lineIds.length === 0) return new Map();
  const byId = await queries.findLineNames(db, { ...asking, lineIds });
  const found = new Map(byId.map((line) => [line.line_id, nameLine(line)]));
  const signs = lineIds.filter((id) => !found.has(id));
  const bySign = signs.length > 0 ? await queries.findLinesOfSigns(db, { ...asking, signs }) : [];
  for (const line of bySign) found.set(line.name, nameLine(line));
  return found;
}

/** By their ids, else by their codes. */
async function findStops(db: Db, asking: Asking, stopIds: readonly string[]): Promise<Map<string, string>> {
  if (stopIds.length === 0) return new Map();
  const byId = await queries.findStopNames(db, { ...asking, stopIds });
  const found = new Map(byId.map((stop) => [stop.stop_id, stop.name]));
  const codes = stopIds.filter((id) => !found.has(id));
  const byCode = codes.length > 0 ? await queries.findStopsOfCodes(db, { ...asking, codes }) : [];
  for (const { code, name } of byCode) found.set(code, name);
  return found;
}

interface MissingIds {
  readonly lines: Set<string>;
  readonly stops: Set<string>;
}

function languageOf({ languages }: Edition, language: string): Language {
  const known = languages.get(language);
  if (known !== undefined && known.remembered < mostRemembered) return known;
  // Calls that are under way keep what they have read.
  const fresh = emptyLanguage();
  languages.set(language, fresh);
  return fresh;
}

function namesOf({ operators }: Language, operatorCode: string): OperatorNames {
  const names = operators.get(operatorCode) ?? { lines: new Map(), stops: new Map() };
  operators.set(operatorCode, names);
  return names;
}

/** Lines and stops of the rows that have not been read yet, by operator. */
function missingOf(rows: readonly TravelledPlaces[], known: Language): Map<string, MissingIds> {
  const missing = new Map<string, MissingIds>();
  const missingAt = (code: string) => {
    const ids = missing.get(code) ?? { lines: new Set(), stops: new Set() };
    missing.set(code, ids);
    return ids;
  };
  for (const { operator_code: code, line_id: line, from_stop_id: from, to_stop_id: to } of rows) {
    const names = known.operators.get(code);
    if (line !== null && names?.lines.has(line) !== true) missingAt(code).lines.add(line);
    if (from !== null && names?.stops.has(from) !== true) missingAt(code).stops.add(from);
    if (to !== null && names?.stops.has(to) !== true) missingAt(code).stops.add(to);
  }
  return missing;
}

function nameLine(line: Awaited<ReturnType<typeof queries.findLineNames>>[number]): NamedLine {
  return {
    transportType: line.transport_type,
    badge: {
      id: line.line_id,
      name: line.name,
      longName: line.long_name,
      color: line.color,
      textColor: line.text_color,
    },
  };
}

function describeOperators(rows: Awaited<ReturnType<typeof queries.listOperators>>): Operators {
  const byCode = new Map(rows.map((row) => [row.operator_code, row]));
  const find = (code: string) => {
    const operator = byCode.get(code);
    if (operator === undefined) throw new Error(`travel names the operator ${code}, which is not stored`);
    return operator;
  };
  return {
    has: (code) => byCode.has(code),
    timeZone: (code) => find(code).time_zone,
    dayOf: (code, instant) => {
      const { time_zone: timeZone, day_cut: dayCut } = find(code);
      return serviceDayOf(instant, { timeZone, dayCut });
    },
    partnerName: (code) => (find(code).is_home ? null : find(code).name),
    shareDays: new Set(rows.map((row) => `${row.time_zone} ${row.day_cut}`)).size === 1,
  };
}
