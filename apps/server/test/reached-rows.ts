import type { ClientBase } from 'pg';
import { genericPlan, nodesOf, numbersBelowValues, type PlanNode, tableOf } from './generic-plan.ts';

/** A table whose rows a statement reads, changes or deletes, and the columns by which it finds them. */
export interface ReachedTable {
  table: string;
  /** Columns that equal a given value of the statement, or a column of rows that were found before. */
  by: readonly string[];
}

/**
 * Lets PostgreSQL plan a statement for unknown values and reads from the plan how it finds its rows. Only conditions
 * that every row must meet count. Rows that are only inserted are not included.
 */
export async function reachedTables(client: ClientBase, statement: string): Promise<ReachedTable[]> {
  const nodes = nodesOf(await genericPlan(client, statement));
  const equalities = nodes.flatMap((node) => conditionsOf(node).flatMap(equalitiesOf));
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan'));
  const ways = waysTo(new Set(scans.map(aliasOf)), equalities);
  return scans.map((scan) => ({
    table: tableOf(scan),
    by: ways.get(aliasOf(scan)) ?? [],
  }));
}

/**
 * The columns by which each of the tables is found: those that equal a given value, or a column of a table that is found
 * without this one.
 */
function waysTo(tables: ReadonlySet<string>, equalities: readonly [string, string][]): Map<string, readonly string[]> {
  const both = equalities.flatMap(([left, right]) => [[left, right] as const, [right, left] as const]);
  // A node that is no table (a part of the statement, a list of values) is made of tables that are checked themselves.
  const isKnown = (side: string, reached: ReadonlySet<string>) =>
    isPlaceholder(side) ? isGiven(side) : !tables.has(aliasIn(side)) || reached.has(aliasIn(side));
  const columnsOf = (table: string, reached: ReadonlySet<string>) =>
    both.filter(([side, other]) => aliasIn(side) === table && isKnown(other, reached)).map(([side]) => side);
  const reachedWithout = (left: string) => {
    const reached = new Set<string>();
    for (;;) {
      const next = [...tables].filter((table) => table !== left && !reached.has(table));
      const found = next.filter((table) => columnsOf(table, reached).length > 0);
      if (found.length === 0) return reached;
      for (const table of found) reached.add(table);
    }
  };
  const ways = [...tables].map((table) => {
    const columns = columnsOf(table, reachedWithout(table)).map((side) => side.slice(table.length + 1));
    return [table, [...new Set(columns)]] as const;
  });
  return new Map(ways);
}

const aliasIn = (side: string) => side.split('.')[0] ?? '';
const aliasOf = (node: PlanNode) => node.Alias ?? node['Relation Name'] ?? '';

function conditionsOf(node: PlanNode): string[] {
  return Object.entries(node).flatMap(([name, value]) =>
    /(Cond|Filter)$/.test(name) && typeof value === 'string' ? [value] : [],
  );
}

const column = /^(\w+|"\w+")\.\w+$/;
const isPlaceholder = (side: string) => /^\$\d+$/.test(side);
const isGiven = (side: string) => isPlaceholder(side) && Number(side.slice(1)) > numbersBelowValues;

/** The pairs `a = b` of a condition, each a column or a given value, that hold for every row of its result. */
function equalitiesOf(condition: string): [string, string][] {
  return conjunctsOf(condition).flatMap((conjunct) => {
    const [left, right, ...more] = conjunct.split(' = ').map(plain);
    if (left === undefined || right === undefined || more.length > 0) return [];
    const isSide = (side: string) => column.test(side) || isPlaceholder(side);
    return isSide(left) && isSide(right) ? [[left, right]] : [];
  });
}

/** Removes parts without an effect: brackets, casts of given values, and `any` of a given list. */
function plain(side: string): string {
  return side
    .trim()
    .replace(/^ANY \((.*)\)$/, '$1')
    .replace(/::[a-z ]+(\[\])?/g, '')
    .replace(/^\(+(\$\d+)\)+$/, '$1');
}

function conjunctsOf(condition: string): string[] {
  const text = withoutBrackets(condition.trim());
  const parts = splitAtDepthZero(text, ' AND ');
  return parts.length === 1 ? [text] : parts.flatMap(conjunctsOf);
}

function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0 && index < text.length - 1) return text;
  }
  return withoutBrackets(text.slice(1, -1).trim());
}

function splitAtDepthZero(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0 && text.startsWith(separator, index)) {
      parts.push(text.slice(start, index));
      start = index + separator.length;
    }
  }
  return [...parts, text.slice(start)];
}
