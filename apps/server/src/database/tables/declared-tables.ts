import { accountTables } from './accounts.ts';
import { lookupTables } from './lookups.ts';
import { paymentTables } from './payments.ts';
import { portalTables } from './portal.ts';
import { signInTables } from './sign-ins.ts';
import type { ColumnDeclaration, TableDeclaration } from './table.ts';
import { travelTables } from './travel.ts';
import { workTables } from './trips-for-work.ts';
import { unpaidFareTables } from './unpaid-fares.ts';

/**
 * Every table and every column of it. Rights, distribution, the rule whose rows a statement may reach, docs/privacy.md,
 * the data export and the closing of an account follow from it; tests compare it with the schema.
 */
export const declaredTables: Readonly<Record<string, TableDeclaration>> = {
  ...accountTables,
  ...workTables,
  ...signInTables,
  ...travelTables,
  ...paymentTables,
  ...unpaidFareTables,
  ...lookupTables,
  ...portalTables,
};

export interface DeclaredTable {
  readonly name: string;
  readonly rules: TableDeclaration;
}

/** Tables whose rows go when the account is closed, and by which value they are found. */
export function tablesToEmpty(owner: 'passenger_id' | 'email'): DeclaredTable[] {
  return tablesWhere((rules) => rules.onAnonymise === 'delete' && rules.owner === owner);
}

/** Tables the data export takes rows of a passenger or of a card from. */
export function tablesToExport(owner: 'passenger_id' | 'medium_id'): DeclaredTable[] {
  return tablesWhere((rules) => rules.exportAs !== null && rules.owner === owner);
}

/** The columns of a table with which closing the account does this. */
export function columnsTo(onAnonymise: ColumnDeclaration['onAnonymise'], table: string): string[] {
  const columns = Object.entries(declaredTables[table]?.columns ?? {});
  return columns.filter(([, column]) => column.onAnonymise === onAnonymise).map(([name]) => name);
}

function tablesWhere(isMeant: (rules: TableDeclaration) => boolean): DeclaredTable[] {
  return Object.entries(declaredTables)
    .filter(([, rules]) => isMeant(rules))
    .map(([name, rules]) => ({ name, rules }));
}
