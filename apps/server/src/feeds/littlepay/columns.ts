import { hashedUuid } from '../../lib/hashing.ts';
import type { RowContext } from '../row-context.ts';
import { field, type Header, required } from '../text/values.ts';

/** Reads a column of a row by its name in version 3, or by the name it had in version 1. */
export type Reader<Column extends string> = (fields: readonly string[], column: Column) => string | null;

/** Finds columns by name: each with the names that versions gave it, the newest first. */
export function columnsOf<const Column extends string>(
  header: Header,
  names: Readonly<Record<Column, readonly string[]>>,
): Reader<Column> {
  const at = new Map<string, number>();
  for (const [column, spellings] of Object.entries<readonly string[]>(names)) {
    // Without any, all of them are asked for: the export before may have had an older one.
    const there = spellings.filter((name) => header.names.includes(name)).slice(0, 1);
    const [place = -1] = (there.length > 0 ? there : spellings).map((name) => header.at(name));
    at.set(column, place);
  }
  return (fields, column) => field(fields, at.get(column) ?? -1);
}

export interface Named {
  noun: string;
  participant: string | null;
  id: string | null;
}

/** The key of what a row names, by which pieces find one another. @throws BadRow when the row names nothing. */
export function keyOf(context: RowContext, { noun, participant, id }: Named): string {
  return hashedUuid(`littlepay ${noun} ${context.id(noun, participant, required(id, `${noun}_id`))}`);
}

/** As `keyOf`; null when the row names nothing. */
export function optionalKey(context: RowContext, named: Named): string | null {
  return named.id === null ? null : keyOf(context, named);
}

/** Banks number across operators, so the key of their reference names none. */
export function referenceKey(rrn: string | null): string | null {
  return rrn === null ? null : hashedUuid(`littlepay rrn ${rrn}`);
}

/** Words of lists are compared in upper case: files write them in either. */
export function word(value: string | null): string | null {
  return value === null
    ? null
    : value
        .slice(0, 60)
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, '_');
}

/** @returns whether the text says yes; empty is no. */
export function isYes(value: string | null): boolean {
  return /^(?:t|true|1|y|yes)$/i.test(value ?? '');
}
