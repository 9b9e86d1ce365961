import { exportTime, readBytes } from './delivered-files.ts';
import {
  type Format,
  noHeaderOf,
  type OpenedDelivery,
  type OpenedFile,
  type Recognised,
  type Refusal,
  type RowReader,
} from './format.ts';
import type { Kind } from './report.ts';
import { emptyChunk, firstYear, type RowContext } from './row-context.ts';
import { foreignEncoding, readRows, splitFields } from './text/read-rows.ts';
import { refuseLacking } from './text/refuse-lacking.ts';
import { BadRow, columnName, type Header, headerProblem, readHeader, separatorProblem } from './text/values.ts';
import type { Chunk, RawRow } from './writer/canonical.ts';

type Introduction = Pick<Format, 'name' | 'about' | 'assembler'>;

/** A format whose deliveries are single files of rows, each known by its header. */
export function delimitedFormat({ name, about, assembler, ...dialect }: Introduction & Dialect): Format {
  return {
    name,
    about,
    ...(assembler && { assembler }),
    listFiles: async (place) => [place],
    recognise: (opened) => recognise(opened, dialect),
    replay: (headerText) => {
      const recognised = recogniseHeader(headerText, dialect);
      return 'refusal' in recognised ? recognised.refusal : readerOf(recognised, dialect);
    },
    columnsOf: (headerText) => readHeader(headerText, dialect.separator).names,
  };
}

async function recognise({ name, files }: OpenedDelivery, dialect: Dialect): Promise<Recognised | Refusal> {
  const [file] = files;
  if (!file) throw new Error('such a delivery is one file');
  const exportedAt = exportTime(name, file.modifiedMs);
  if (file.sizeBytes === 0) return { name, exportedAt, refusal: 'the file is empty' };
  const foreign = foreignEncoding(file.beginning);
  if (foreign !== undefined) return { name, exportedAt, refusal: foreign };
  const header = await firstRow(file, dialect);
  const recognised = recogniseHeader(header, dialect);
  if ('refusal' in recognised) return { name, exportedAt, ...recognised };
  if (Number(exportedAt.slice(0, 4)) < firstYear) return { name, refusal: undatedRefusal(exportedAt) };
  const { kind, read } = readerOf(recognised, dialect);
  const part = {
    kind,
    read: (context: Parameters<typeof read>[1], onRead: (bytes: number) => void) =>
      read(readRows(watchedBytes(file, onRead), dialect.separator), context),
  };
  return { name, exportedAt, header, parts: [part], notes: new Map() };
}

/** Senders and systems that do not know when a file was written date it 1970. All its rows would be later than it. */
const undatedRefusal = (writtenAt: string): string =>
  `the file was written on ${writtenAt.slice(0, 10)}, as its system says: put the day of its export into its name`;

function readerOf(recognised: RecognisedHeader, { separator }: Dialect): RowReader {
  const { kind } = recognised.entity;
  return { kind, read: (rows, context) => readEntity(rows, { ...recognised, separator }, context) };
}

async function firstRow({ handle }: OpenedFile, { separator }: Dialect): Promise<string> {
  for await (const rows of readRows(readBytes(handle, 1 << 14), separator)) return rows[0]?.text ?? '';
  return '';
}

/** The bytes of a file; reports after each piece how far it has been read. */
async function* watchedBytes({ handle }: OpenedFile, onRead: (bytes: number) => void): ReturnType<typeof readBytes> {
  let readSoFar = 0;
  for await (const bytes of readBytes(handle)) {
    yield bytes;
    readSoFar += bytes.length;
    onRead(readSoFar);
  }
}

/** Puts what one row says into the chunk. @throws BadRow when the row cannot be used. */
export type ReadRow = (fields: readonly string[], line: number, chunk: Chunk) => void;

/** One kind of file of a format whose files are rows with a header. */
export interface Entity {
  name: string;
  /** What its rows are counted as when they cannot be used. */
  kind: Kind;
  /** Columns without which the file is refused; together they distinguish the entities. */
  required: readonly string[];
  /** Columns of which a file has at least one, or it is refused: without any, each row would say something wrong. */
  oneOf?: readonly string[];
  reader(header: Header, context: RowContext): ReadRow;
}

/** How a format writes its files. */
export interface Dialect {
  readonly separator: string;
  readonly entities: readonly Entity[];
  /** What a file is not if its first row is no header of this format: `an Enghouse file`. */
  readonly files: string;
}

export interface RecognisedHeader {
  readonly entity: Entity;
  readonly header: Header;
}

/** Why a first row is no header of a format, and which share of a header's columns it lacks. */
export type HeaderRefusal = Pick<Refusal, 'refusal' | 'strangerTo'> & { readonly distance: number };

/** Recognises the contents of a file by its header; its folder does not matter. */
function recogniseHeader(headerText: string, dialect: Dialect): RecognisedHeader | HeaderRefusal {
  const header = readHeader(headerText, dialect.separator);
  const entity = dialect.entities.find(({ required }) => header.missing(required).length === 0);
  if (!entity) return refuse(headerText, header, dialect);
  const { name, required, oneOf = [] } = entity;
  if (oneOf.length > 0 && header.missing(oneOf).length === oneOf.length)
    return { refusal: `looks like ${name} but has no column ${oneOf.join(' or ')}`, distance: 0 };
  const problem = headerProblem(headerText, header, required);
  return problem === undefined ? { entity, header } : { refusal: problem, distance: 0 };
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
  const { separator, entities } = dialect;
  const problem = separatorProblem(
    headerText,
    separator,
    entities.map(({ required }) => required),
  );
  if (problem !== undefined) return { refusal: problem, distance: 0 };
  return isTimetable(headerText)
    ? { refusal: 'a table of a timetable (GTFS); its folder needs stops.txt and routes.txt', distance: 1 }
    : { refusal: noHeaderOf([dialect.files]), distance: 1, strangerTo: dialect.files };
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

type RecognisedTable = RecognisedHeader & { readonly separator: string };

/** Turns the rows of a recognised file into chunks of canonical records. Header rows, also repeated ones, are dropped. */
async function* readEntity(
  source: AsyncIterable<RawRow[]>,
  recognised: RecognisedTable,
  context: RowContext,
): AsyncGenerator<Chunk> {
  const read = readerOfRows(recognised, context);
  const { entity, header, separator } = recognised;
  const { names: columns } = header;
  const exact = new Set(columns.flatMap((name, at) => (isExact(name, entity) ? [at] : [])));
  for await (const rows of source) {
    const chunk = emptyChunk();
    for (const row of rows) readRow(row, { read, separator, columns, exact, context, chunk });
    yield chunk;
  }
}

/** Needed columns hold ids, codes, amounts and times, but for names. */
const isExact = (column: string, { required }: Entity): boolean => column !== 'name' && required.includes(column);

/**
 * The reader of a file's rows. The administrator hears of columns that it reads and that stand twice, since the other one may be right, and of those that
 * the export before had and this one lacks: they may have another name now.
 */
function readerOfRows({ entity, header, separator }: RecognisedTable, context: RowContext): ReadRow {
  const asked = new Set<string>();
  const at = (name: string) => {
    asked.add(name);
    return header.at(name);
  };
  const read = entity.reader({ ...header, at }, context);
  noteLost(header, headerBefore(entity, separator, context), { asked, context });
  for (const name of asked) {
    if (header.names.indexOf(name) !== header.names.lastIndexOf(name))
      context.note(`the column ${name} stands twice in the first row; the first of the two counts`);
  }
  return read;
}

/** The newest first row of another export of this entity. */
function headerBefore({ required }: Entity, separator: string, { headersBefore }: RowContext): Header | undefined {
  return headersBefore
    .map((text) => readHeader(text, separator))
    .find((before) => before.missing(required).length === 0);
}

/** Most new columns that a note names. */
const mostNew = 5;

function noteLost(
  header: Header,
  before: Header | undefined,
  { asked, context }: { asked: ReadonlySet<string>; context: RowContext },
): void {
  if (before === undefined) return;
  const lost = header.missing(before.names).filter((name) => asked.has(name));
  if (lost.length === 0) return;
  context.lostColumns.push(...lost);
  const fresh = before.missing(header.names).slice(0, mostNew);
  const perhaps = fresh.length > 0 ? `; the new columns are ${fresh.join(', ')}` : '';
  context.note(`the export before had ${lost.join(', ')}, which is missing here, so its values are removed${perhaps}`);
}

interface Target {
  read: ReadRow;
  separator: string;
  columns: readonly string[];
  exact: ReadonlySet<number>;
  context: RowContext;
  chunk: Chunk;
}

/** The note for a row with such characters. Its amounts and ids are right and only a name shows a replacement character, so the row is loaded. */
const foreignCharacters = 'characters that are not UTF-8, shown as \uFFFD';

function readRow(row: RawRow, to: Target): void {
  const { separator, columns, exact, context, chunk } = to;
  const fields = splitFields(row.text, separator);
  if (isHeader(fields, columns)) return;
  chunk.raw.push(row);
  try {
    if (row.isCut) throw new BadRow('row is too long', 'longer than a million characters');
    if (row.text.includes('\uFFFD')) context.note(foreignCharacters);
    if (fields.length !== columns.length) {
      throw new BadRow('wrong number of columns', `${fields.length} instead of ${columns.length}`);
    }
    refuseLacking(row.text, fields, { columns, exact });
    to.read(fields, row.line, chunk);
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    chunk.quarantined.push({ line: row.line, reason: error.reason, detail: error.detail });
  }
}

/** Concatenated deliveries repeat the header in the middle. The length is compared first, because that is fast. */
function isHeader(fields: readonly string[], columns: readonly string[]): boolean {
  const [first = ''] = fields;
  const [name = ''] = columns;
  if (first.length > name.length + 4 || fields.length !== columns.length) return false;
  return fields.every((value, index) => columnName(value) === columns[index]);
}
