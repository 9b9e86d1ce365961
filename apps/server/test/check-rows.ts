import { afterEach } from 'vitest';
import { takeMistakes } from './rows-as-declared.ts';

/**
 * Vitest's setup: whatever a test reads by a declared statement has to be as it is declared. PostgreSQL cannot tell of an
 * expression that it is never null, nor of a text that it is one of a list; the rows of all tests do.
 */
afterEach(() => {
  const mistakes = new Set(takeMistakes());
  if (mistakes.size > 0) throw new Error(`Rows are not as they are declared:\n${[...mistakes].join('\n')}`);
});
