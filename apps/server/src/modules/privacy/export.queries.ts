import { type RegisteredTable, tablesToExport } from '../../database/tables/declared-tables.ts';
import type { TableDeclaration } from '../../database/tables/table.ts';
import { type Db, type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, integer, notNull, text, uuid } from '../../lib/sql-types.ts';

/** One list of the export. */
export interface ExportList {
  readonly name: string;
  /** What the first page is asked with; empty when there is only one page. */
  readonly first: readonly string[];
  /** Reads the rows of a passenger or of a medium that come after a key. */
  readonly read: (db: Db, page: { owner: string; after: readonly string[] }) => Promise<ExportRow[]>;
}

export type ExportRow = ResultRow<ReturnType<typeof readWhole>>;

/** Rows per statement: enough to be quick, too few to hold much memory. */
export const exportPageSize = 500;

const least = { uuid: '00000000-0000-0000-0000-000000000000', timestamptz: '-infinity', bigint: '0' } as const;

/** A row as JSON text, and its key as text for the next page. */
const row = {
  item: notNull(text, 'an object is made of every row'),
  key: notNull(arrayOf(text), 'an array is made of every row'),
};

/** The names of columns that hold an instant; a test compares it with the schema. */
export const instantColumn = /(^|_)at$|^valid_(from|to)$/;

/** Lists about the person, found by passenger. */
export const accountLists = tablesToExport('passenger_id').map(listOf);

/** Lists about one card's travel, found by medium. */
export const travelLists = tablesToExport('medium_id').map(listOf);

function listOf(table: RegisteredTable): ExportList {
  const { name, rules } = table;
  const types = Object.values(rules.pageBy ?? {});
  const readAll = types.length === 0 ? readWhole(table) : undefined;
  return {
    name: rules.exportAs ?? name,
    first: types.map((type) => least[type]),
    read: readAll === undefined ? readPage(table) : (db, { owner }) => readAll(db, { owner }),
  };
}

function readWhole({ name, rules }: RegisteredTable) {
  return statement({ name: `export.${name}`, values: { owner: uuid }, row, text: selectOf(name, rules) });
}

function readPage({ name, rules }: RegisteredTable) {
  const columns = Object.keys(rules.pageBy ?? {}).join(', ');
  const after = Object.values(rules.pageBy ?? {}).map((type, index) => `($after::text[])[${index + 1}]::${type}`);
  return statement({
    name: `export.${name}`,
    values: { owner: uuid, after: arrayOf(text) },
    row,
    text: `${selectOf(name, rules)}
    and (${columns}) > (${after.join(', ')})
  order by ${columns}
  limit ${exportPageSize}`,
  });
}

function selectOf(name: string, rules: TableDeclaration): string {
  const key = Object.keys(rules.pageBy ?? {}).map((column) => `${column}::text`);
  return `select json_build_object(${pairsOf(rules)})::text as item, array[${key.join(', ')}]::text[] as key
  from ${name}
  where ${rules.owner} = $owner`;
}

function pairsOf({ columns }: TableDeclaration): string {
  return Object.entries(columns)
    .flatMap(([column, { exportName }]) => (exportName === null ? [] : [`'${exportName}', ${expressionOf(column)}`]))
    .join(', ');
}

/** An instant is ISO 8601 in UTC with `Z`, with every digit of the column. */
function expressionOf(column: string): string {
  return instantColumn.test(column) ? `replace((${column} at time zone 'UTC')::text, ' ', 'T') || 'Z'` : column;
}

export const listExportCards = statement({
  name: 'export.listCards',
  values: { passengerId: uuid },
  row: { card_id: integer, medium_id: uuid },
  text: `select card_id, medium_id from cards where passenger_id = $passengerId order by card_id`,
});
