import { afterEach } from 'vitest';
import { takeMistakes } from './rows-as-declared.ts';

/**
 * Vitest's setup: every row that a test reads by a declared statement must match the declaration. PostgreSQL cannot say whether an
 * expression is never null, or whether a text is always one of a list. The rows of all tests check it.
 */
afterEach(() => {
  const mistakes = new Set(takeMistakes());
  if (mistakes.size > 0) throw new Error(`Rows are not as they are declared:\n${[...mistakes].join('\n')}`);
});
