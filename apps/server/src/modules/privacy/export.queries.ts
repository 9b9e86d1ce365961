import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc } from '../../lib/sql-json.ts';
import { type RegisteredTable, tablesToExport } from './field-registry.ts';
import type { TableRules } from './fields.ts';

export interface ExportRow extends Record<string, unknown> {
  /** The row as JSON text. */
  item: string;
  /** The key of the row as text, for the next page. */
  key: string[];
}

/** One list of the export. */
export interface ExportList {
  readonly name: string;
  /** What the first page is asked with; empty when there is only one page. */
  readonly first: readonly string[];
  /** Values: passenger or medium, then the key to go on after. */
  readonly read: ReturnType<typeof untypedStatement<ExportRow>>;
}

/** Rows per statement: enough to be quick, too few to hold much memory. */
export const exportPageSize = 500;

const least = { uuid: '00000000-0000-0000-0000-000000000000', timestamptz: '-infinity', bigint: '0' } as const;

/** The names of columns that hold an instant; a test compares it with the schema. */
export const instantColumn = /(^|_)at$|^valid_(from|to)$/;

/** Lists about the person, found by passenger. */
export const accountLists = tablesToExport('passenger_id').map(listOf);

/** Lists about one card's travel, found by medium. */
export const travelLists = tablesToExport('medium_id').map(listOf);

function listOf({ name, rules }: RegisteredTable): ExportList {
  const key = Object.entries(rules.pageBy ?? {});
  return {
    name: rules.exportAs ?? name,
    first: key.map(([, type]) => least[type]),
    read: untypedStatement<ExportRow>(`export.${name}`, selectOf(name, rules)),
  };
}

function selectOf(name: string, rules: TableRules): string {
  const key = Object.entries(rules.pageBy ?? {});
  const columns = key.map(([column]) => column).join(', ');
  const from = key.map(([, type], index) => `$${index + 2}::${type}`).join(', ');
  const paging = key.length === 0 ? '' : `and (${columns}) > (${from}) order by ${columns} limit ${exportPageSize}`;
  const keyTexts = key.map(([column]) => `${column}::text`).join(', ');
  return `select json_build_object(${pairsOf(rules)})::text as item, array[${keyTexts}]::text[] as key
  from ${name}
  where ${rules.owner} = $1 ${paging}`;
}

function pairsOf({ fields }: TableRules): string {
  return Object.entries(fields)
    .flatMap(([column, { exportName }]) => (exportName === null ? [] : [`'${exportName}', ${expressionOf(column)}`]))
    .join(', ');
}

function expressionOf(column: string): string {
  return instantColumn.test(column) ? isoUtc(column) : column;
}

export interface ExportCardRow extends Record<string, unknown> {
  card_id: number;
  medium_id: string;
}

/** Values: passenger id. */
export const listExportCards = untypedStatement<ExportCardRow>(
  'export.listCards',
  `select card_id, medium_id from cards where passenger_id = $1 order by card_id`,
);
