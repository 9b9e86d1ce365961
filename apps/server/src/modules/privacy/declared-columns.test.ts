import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { columnsTo, declaredTables, tablesToEmpty } from '../../database/tables/declared-tables.ts';
import { declaredStatements } from '../../lib/sql.ts';
import { instantColumn } from './export.queries.ts';
import './privacy.queries.ts';

const { pool } = await createTestDatabase();

const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(
  `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped`,
);
const registered = Object.entries(declaredTables).flatMap(([table, rules]) =>
  Object.entries(rules.columns).map(([column, field]) => ({ table, column, rules, field })),
);
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

describe('the field registry', () => {
  it('[ACC-03] knows every column of the schema and no other', () => {
    expect(registered.map(nameOf).sort()).toEqual(columns.map(nameOf).sort());
  });

  it('empties or deletes every row that a passenger owns, with three named exceptions', () => {
    const owned = columns.filter(({ column }) => column === 'passenger_id').map(({ table }) => table);
    const emptied = tablesToEmpty('passenger_id').map(({ name }) => name);

    expect(owned.filter((table) => !emptied.includes(table)).sort()).toEqual([
      'audit_events',
      'consents',
      'passengers',
    ]);
  });

  it('overwrites every column of a closed account that has to stay', () => {
    const text = declaredStatements.get('privacy.makeTombstone')?.text ?? '';

    const values = [...text.matchAll(/(\w+) = ([^\s,]+)/g)].flatMap(([, column, value]) =>
      value === 'default' || column === 'passenger_id' ? [] : [column],
    );
    expect(values.sort()).toEqual(columnsTo('tombstone', 'passengers').sort());
  });

  it('writes exported times as instants', () => {
    const exported = registered.filter(({ field }) => field.exportName !== null).map(nameOf);
    const times = columns.filter((column) => exported.includes(nameOf(column)));

    for (const { table, column, type } of times)
      expect([table, column, instantColumn.test(column)]).toEqual([table, column, type.startsWith('timestamp')]);
  });

  it('gives each name of an export once', () => {
    for (const rules of Object.values(declaredTables)) {
      const names = Object.values(rules.columns).flatMap(({ exportName }) => exportName ?? []);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
