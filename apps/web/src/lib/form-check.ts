import type * as z from 'zod/mini';
import type { Text } from './i18n.ts';

export type FieldErrors = Readonly<Record<string, Text>>;
export type Checked<V> = { readonly value: V } | { readonly errors: FieldErrors };
/** Reads what was typed: the value to send, or what is wrong with it, field by field. */
export type Check<V> = (typed: Readonly<Record<string, string>>) => Checked<V>;

/** The text fields of a form by name; an unticked box is missing, a ticked one is `on`. */
export function typedTexts(data: FormData): Record<string, string> {
  const texts = [...data.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

type Issue = { readonly code: string; readonly input?: unknown };

/**
 * Checks a form by a schema of the contracts. `read` turns the typed texts into what the schema wants; `wrong` says
 * what is wrong with a field, in words; a field missing there uses `wrong.other`.
 */
export function checkedBy<S extends z.ZodMiniType>(
  schema: S,
  read: (typed: Readonly<Record<string, string>>) => unknown,
  wrong: Readonly<Record<string, (issue: Issue) => Text>> & { readonly other: (issue: Issue) => Text },
): Check<z.output<S>> {
  return (typed) => {
    const result = schema.safeParse(read(typed));
    if (result.success) return { value: result.data };
    const errors: Record<string, Text> = {};
    for (const issue of result.error.issues) {
      const name = String(issue.path[0] ?? '');
      errors[name] ??= (wrong[name] ?? wrong.other)(issue);
    }
    return { errors };
  };
}
