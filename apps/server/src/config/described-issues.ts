import type { z } from 'zod';

/** Describes a mistake in a file of the administrator in plain words; undefined leaves it to the text that the schema has. */
export function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing';
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number';
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty';
  if (issue.code === 'too_small') return `must ${sized(issue.origin, `at least ${issue.minimum}`)}`;
  if (issue.code === 'too_big') return `must ${sized(issue.origin, `at most ${issue.maximum}`)}`;
  return undefined;
}

function sized(origin: string, limit: string): string {
  if (origin === 'string') return `have ${limit} characters`;
  return origin === 'array' ? `have ${limit} entries` : `be ${limit}`;
}

/** One line per problem: where, then what. Unknown keys are named one by one, since most are spelling mistakes. */
export function describeIssue(issue: z.core.$ZodIssue): string[] {
  const where = issue.path.length > 0 ? issue.path.map(String).join('.') : 'the file';
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${where}: unknown key "${key}"`);
  return [`${where}: ${issue.message}`];
}
