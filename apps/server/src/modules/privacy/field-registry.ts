import { accountTables } from './account-fields.ts';
import type { TableRules } from './fields.ts';
import { portalTables } from './portal-fields.ts';
import { travelTables } from './travel-fields.ts';

/**
 * Every column of every table: what it is for, how long it stays, what happens to it when the account is closed and
 * under which name the person gets it. Closing an account and the data export are made from it, docs/privacy.md too, and
 * a test compares it with the schema.
 */
export const fieldRegistry: Readonly<Record<string, TableRules>> = {
  ...accountTables,
  ...travelTables,
  ...portalTables,
};

export interface RegisteredTable {
  readonly name: string;
  readonly rules: TableRules;
}

/** Tables whose rows go when the account is closed, and by which value they are found. */
export function tablesToEmpty(owner: 'passenger_id' | 'email'): RegisteredTable[] {
  return tablesWhere((rules) => rules.onAnonymise === 'delete' && rules.owner === owner);
}

/** Tables the data export takes rows of a passenger or of a card from. */
export function tablesToExport(owner: 'passenger_id' | 'medium_id'): RegisteredTable[] {
  return tablesWhere((rules) => rules.exportAs !== null && rules.owner === owner);
}

function tablesWhere(isMeant: (rules: TableRules) => boolean): RegisteredTable[] {
  return Object.entries(fieldRegistry)
    .filter(([, rules]) => isMeant(rules))
    .map(([name, rules]) => ({ name, rules }));
}
