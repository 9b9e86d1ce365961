import { accountTables } from './accounts.ts';
import { portalTables } from './portal.ts';
import { signInTables } from './sign-ins.ts';
import type { TableDeclaration } from './table.ts';
import { travelTables } from './travel.ts';

/**
 * Every table and every column of it. Rights, distribution, the rule whose rows a statement may reach, docs/privacy.md,
 * the data export and the closing of an account follow from it; tests compare it with the schema.
 */
export const declaredTables: Readonly<Record<string, TableDeclaration>> = {
  ...accountTables,
  ...signInTables,
  ...travelTables,
  ...portalTables,
};
