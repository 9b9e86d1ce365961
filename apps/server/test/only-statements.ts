import { vi } from 'vitest';
import type { DeclaredStatement } from '../src/lib/sql.ts';

/** The statements that these modules declare, without those that another test file of this worker has loaded before. */
export async function statementsOf(files: readonly string[]): Promise<ReadonlyMap<string, DeclaredStatement>> {
  vi.resetModules();
  for (const file of files) await import(file);
  const { declaredStatements } = await import('../src/lib/sql.ts');
  return declaredStatements;
}
