import { type DeclaredTable, tablesToExport } from '../../database/tables/declared-tables.ts';
import { isOfShownPart } from '../../database/tables/shown-part.sql.ts';
import type { TableDeclaration } from '../../database/tables/table.ts';
import { shownFrom } from '../../gate/own-media.sql.ts';
import { leastId } from '../../lib/keyset.ts';
import { type Db, type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, instant, integer, notNull, text, uuid } from '../../lib/sql-types.ts';

/** One list of the export. */
export interface ExportList {
  readonly name: string;
  /** What the first page is asked with; empty when there is only one page. */
  readonly first: readonly string[];
  /** Reads the rows of a passenger or of a medium that come after a key. */
  readonly read: (db: Db, page: ExportPage) => Promise<ExportRow[]>;
}

export interface ExportPage {
  readonly owner: string;
  /** From when on the history of a medium is shown. */
  readonly shownFrom: string;
  readonly after: readonly string[];
}

export type ExportRow = ResultRow<ReturnType<typeof readWhole>>;

/** Rows per statement: enough to be quick, too few to hold much memory. */
export const exportPageSize = 500;

const least = { uuid: leastId, timestamptz: '-infinity', bigint: '0' } as const;

/** A row as JSON text, and its key as text for the next page. */
const row = {
  item: notNull(text, 'an object is made of every row'),
  key: notNull(arrayOf(text), 'an array is made of every row'),
};

/** The names of columns that hold an instant; a test compares it with the schema. */
export const instantColumn = /(^|_)(at|until)$|^valid_(from|to)$/;

/** Lists about the person, found by passenger. */
export const accountLists = tablesToExport('passenger_id').map((table) =>
  listOf(table, { values: { owner: uuid }, filter: '' }),
);

/** Lists about one card's travel, found by medium: as much as the holder of the card is shown. */
export const travelLists = tablesToExport('medium_id').map((table) =>
  listOf(table, { values: { owner: uuid, shownFrom: instant }, filter: shownOnly(table) }),
);

/** What a list needs in addition to its page, and which rows are left out. */
interface Bounds<Values> {
  readonly values: Values;
  readonly filter: string;
}
type OwnerValues = { readonly owner: typeof uuid; readonly shownFrom?: typeof instant };

function listOf(table: DeclaredTable, bounds: Bounds<OwnerValues>): ExportList {
  const types = Object.values(table.rules.pageBy ?? {});
  return {
    name: table.rules.exportAs ?? table.name,
    first: types.map((type) => least[type]),
    read: types.length === 0 ? readWhole(table, bounds) : readPage(table, bounds),
  };
}

function readWhole(table: DeclaredTable, { values, filter }: Bounds<OwnerValues>) {
  return statement({ name: `export.${table.name}`, values: valueTypes(values), row, text: selectOf(table, filter) });
}

function readPage(table: DeclaredTable, { values, filter }: Bounds<OwnerValues>) {
  const { pageBy = {} } = table.rules;
  const columns = Object.keys(pageBy).join(', ');
  const after = Object.values(pageBy).map((type, index) => `($after::text[])[${index + 1}]::${type}`);
  return statement({
    name: `export.${table.name}`,
    values: { ...valueTypes(values), after: arrayOf(text) },
    row,
    text: `${selectOf(table, filter)}
    and (${columns}) > (${after.join(', ')})
  order by ${columns}
  limit ${exportPageSize}`,
  });
}

/** Every page is asked with all values; a list takes those that it declares. */
function valueTypes(values: OwnerValues): Required<OwnerValues> {
  return values as Required<OwnerValues>;
}

/** Leaves out what is older than the card is shown from, and what belongs to something older. */
function shownOnly({ name, rules: { happened, clipped } }: DeclaredTable): string {
  if (happened === undefined) {
    if (clipped === undefined) throw new Error(`the export cannot tell how old a row of ${name} is`);
    return '';
  }
  const { at, orAt } = happened;
  const happenedAt = orAt === undefined ? at : `coalesce(${at}, ${orAt})`;
  return `
    and ($shownFrom = '-infinity'::timestamptz or ${happenedAt} >= $shownFrom)${isOfShownPart(name, '$owner')}`;
}

function selectOf({ name, rules }: DeclaredTable, filter: string): string {
  const key = Object.keys(rules.pageBy ?? {}).map((column) => `${column}::text`);
  return `select json_build_object(${pairsOf(rules)})::text as item, array[${key.join(', ')}]::text[] as key
  from ${name}
  where ${rules.owner} = $owner${filter}`;
}

function pairsOf({ columns, clipped }: TableDeclaration): string {
  return Object.entries(columns)
    .flatMap(([column, { exportName }]) =>
      exportName === null ? [] : [`'${exportName}', ${expressionOf(column, shownOf(column, clipped))}`],
    )
    .join(', ');
}

function shownOf(column: string, clipped: TableDeclaration['clipped']): string {
  if (column === clipped?.first) return `greatest(${column}, $shownFrom)`;
  return column === clipped?.last ? `case when ${column} >= $shownFrom then ${column} end` : column;
}

/** An instant is ISO 8601 in UTC with `Z`, with every digit of the column. */
function expressionOf(column: string, shown: string): string {
  return instantColumn.test(column) ? `replace((${shown} at time zone 'UTC')::text, ' ', 'T') || 'Z'` : shown;
}

export const listExportCards = statement({
  name: 'export.listCards',
  values: { passengerId: uuid },
  row: { card_id: integer, medium_id: uuid, shown_from: notNull(instant, 'coalesced') },
  text: `select card_id, medium_id, ${shownFrom('cards.medium_id')} as shown_from
  from cards
  where passenger_id = $passengerId
  order by card_id`,
});
