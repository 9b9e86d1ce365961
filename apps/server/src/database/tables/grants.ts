import { type DatabasePart, databaseParts, roleOf } from './part-names.ts';
import { all, type Right, type TableDeclaration, type Verb } from './table.ts';

/** The statements that give every part its rights to a table, for its migration. */
export function grantsOf(name: string, { rights }: TableDeclaration): string[] {
  return databaseParts.flatMap((part) => grantTo(part, name, rights[part] ?? []));
}

/** One statement, as a test writes what it finds in force; none when there is no right. */
export function grantTo(part: DatabasePart, table: string, rights: readonly Right[]): string[] {
  const words = all.flatMap((verb) => rights.flatMap((right) => wordsOf(verb, right)));
  return words.length === 0 ? [] : [`grant ${words.join(', ')} on ${table} to ${roleOf(part)};`];
}

function wordsOf(verb: Verb, right: Right): string[] {
  if (right === verb) return [verb];
  if (typeof right === 'string' || verb === 'delete') return [];
  const columns = right[verb];
  return columns === undefined ? [] : [`${verb} (${columns.toSorted().join(', ')})`];
}
