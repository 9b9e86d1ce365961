import { declaredTables } from '../../database/tables/declared-tables.ts';
import type { ColumnDeclaration, TableDeclaration } from '../../database/tables/table.ts';

export interface RegisteredTable {
  readonly name: string;
  readonly rules: TableDeclaration;
}

/** Tables whose rows go when the account is closed, and by which value they are found. */
export function tablesToEmpty(owner: 'passenger_id' | 'email'): RegisteredTable[] {
  return tablesWhere((rules) => rules.onAnonymise === 'delete' && rules.owner === owner);
}

/** Tables the data export takes rows of a passenger or of a card from. */
export function tablesToExport(owner: 'passenger_id' | 'medium_id'): RegisteredTable[] {
  return tablesWhere((rules) => rules.exportAs !== null && rules.owner === owner);
}

/** The columns of a table with which closing the account does this. */
export function columnsTo(fate: ColumnDeclaration['onAnonymise'], table: string): string[] {
  const columns = Object.entries(declaredTables[table]?.columns ?? {});
  return columns.filter(([, { onAnonymise }]) => onAnonymise === fate).map(([name]) => name);
}

function tablesWhere(isMeant: (rules: TableDeclaration) => boolean): RegisteredTable[] {
  return Object.entries(declaredTables)
    .filter(([, rules]) => isMeant(rules))
    .map(([name, rules]) => ({ name, rules }));
}
