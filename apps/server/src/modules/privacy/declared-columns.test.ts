import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { columnsTo, declaredTables, tablesToEmpty, tablesToExport } from '../../database/tables/declared-tables.ts';
import { declaredStatements } from '../../lib/sql.ts';
import { instantColumn } from './export.queries.ts';
import './privacy.queries.ts';

const { pool } = await createTestDatabase();

const { rows: columns } = await pool.query<{ table: string; column: string; type: string; is_filled: boolean }>(
  `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as is_filled
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped`,
);
const declared = Object.entries(declaredTables).flatMap(([table, rules]) =>
  Object.entries(rules.columns).map(([column, field]) => ({ table, column, rules, field })),
);
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

describe('the declared columns', () => {
  it('are every column of the schema and no other', () => {
    const [declaredNames, existing] = [declared.map(nameOf), columns.map(nameOf)];
    expect({
      'declare these in database/tables/': existing.filter((name) => !declaredNames.includes(name)),
      'declared, but not in the schema': declaredNames.filter((name) => !existing.includes(name)),
    }).toEqual({ 'declare these in database/tables/': [], 'declared, but not in the schema': [] });
  });

  it('are emptied or deleted with the account if their table has a passenger, with three named exceptions', () => {
    const owned = columns.filter(({ column }) => column === 'passenger_id').map(({ table }) => table);
    const emptied = tablesToEmpty('passenger_id').map(({ name }) => name);

    expect(owned.filter((table) => !emptied.includes(table)).sort()).toEqual([
      'audit_events',
      'consents',
      'passengers',
    ]);
  });

  it('are exported and deleted with the account by a part that may do so', () => {
    const exported = [...tablesToExport('passenger_id'), ...tablesToExport('medium_id')];
    // A row is deleted by a condition, which reads its table.
    const deleted = [...tablesToEmpty('passenger_id'), ...tablesToEmpty('email')];
    const notGiven = (tables: typeof exported, right: 'select' | 'delete') =>
      tables.flatMap(({ name, rules }) => (rules.rights.auth?.includes(right) ? [] : [`${right} on ${name}`]));

    const toDeclare = new Set([...notGiven([...exported, ...deleted], 'select'), ...notGiven(deleted, 'delete')]);
    expect({ 'declare these as rights of `auth`': [...toDeclare] }).toEqual({
      'declare these as rights of `auth`': [],
    });
  });

  it('are overwritten in the closed account if the account needs a value there', () => {
    const text = declaredStatements.get('privacy.makeTombstone')?.text ?? '';

    const values = [...text.matchAll(/(\w+) = ([^\s,]+)/g)].flatMap(([, column, value]) =>
      value === 'default' || column === 'passenger_id' ? [] : [column],
    );
    expect(values.sort()).toEqual(columnsTo('tombstone', 'passengers').sort());
  });

  it('are exported as instants if they are times', () => {
    const exported = declared.filter(({ field }) => field.exportName !== null).map(nameOf);
    const times = columns.filter((column) => exported.includes(nameOf(column)));

    for (const { table, column, type } of times)
      expect([table, column, instantColumn.test(column)]).toEqual([table, column, type.startsWith('timestamp')]);
  });

  it('tell of every row when it happened: without an instant the export of a bounded history lacks it', () => {
    const filled = columns.filter((column) => column.is_filled).map(nameOf);
    const happened = Object.entries(declaredTables).flatMap(([table, rules]) =>
      rules.happened === undefined ? [] : nameOf({ table, column: rules.happened.orAt ?? rules.happened.at }),
    );

    expect(happened).toEqual(expect.arrayContaining(['trips.started_at', 'settlements.exported_at']));
    expect({ 'may be null: declare `orAt`': happened.filter((name) => !filled.includes(name)) }).toEqual({
      'may be null: declare `orAt`': [],
    });
  });

  it('have different names in the export of one table', () => {
    const names = declared.flatMap(({ table, field }) =>
      field.exportName === null ? [] : `${table}.${field.exportName}`,
    );
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
