import { parseSync } from 'oxc-parser';
import { isNode, nodesOf, type SyntaxNode } from '../syntax/syntax-tree.ts';

/**
 * What only some files of the server may do, so that a reader knows where to look for it. Here is what the linter has no rule
 * for; `.oxlintrc.json` says the same of `fetch`, `process.env` and `Date.now`.
 */

interface Place {
  rule: string;
  allowed: RegExp;
  isDone: (node: SyntaxNode) => boolean;
}

const sqlStart =
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|copy\s+\w+\s*\()/i;

const places: Place[] = [
  {
    rule: 'SQL belongs in a *.queries.ts file, its shared parts in a *.sql.ts file',
    allowed: /\.(queries|sql)\.ts$|^apps\/server\/src\/(lib\/sql\.ts|database\/)/,
    isDone: (node) => sqlStart.test(textOf(node)),
  },
  {
    rule: 'a statement that runs belongs in a *.queries.ts file; a *.sql.ts file holds parts, and functions that make statements of them',
    allowed: /(?<!\.sql\.ts)$/,
    isDone: isRunnable,
  },
  {
    rule: 'the time of day comes from lib/clock.ts',
    allowed: /^apps\/server\/src\/lib\/clock\.ts$/,
    isDone: isNewDate,
  },
];

/** One line for each thing that the server's file `name` does and another file should do. */
export function findMisplaced(name: string, text: string): string[] {
  const rules = places.filter(({ allowed }) => !allowed.test(name));
  const { program } = parseSync(name, text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const problems = new Set<string>();
  for (const node of isNode(program) ? walk(program) : [])
    for (const { rule, isDone } of rules) if (isDone(node)) problems.add(`${name}:${lineAt(node.start)} ${rule}`);
  return [...problems];
}

/** Every node below this one, itself first. */
function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node))
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) yield* walk(item);
}

/** The text of a literal or template; what a template puts in is one letter. */
function textOf(node: SyntaxNode): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return '';
  return node.quasis.map((quasi) => (isNode(quasi) ? cooked(quasi.value) : '')).join('x');
}

function cooked(value: unknown): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

/** True of a module that declares a statement by itself and not within a function. */
function isRunnable({ type, body }: SyntaxNode): boolean {
  if (type !== 'Program' || !Array.isArray(body)) return false;
  return body.some((line) => declarationsOf(line).some(({ init }) => isNode(init) && isStatement(init)));
}

function declarationsOf(line: unknown): SyntaxNode[] {
  if (!isNode(line)) return [];
  const { declarations } = isNode(line.declaration) ? line.declaration : line;
  return nodesOf(declarations);
}

function isStatement({ type, callee }: SyntaxNode): boolean {
  return type === 'CallExpression' && isNode(callee) && /statement$/i.test(String(callee.name));
}

function isNewDate({ type, callee, arguments: given }: SyntaxNode): boolean {
  const isDate = isNode(callee) && callee.name === 'Date';
  return type === 'NewExpression' && isDate && Array.isArray(given) && given.length === 0;
}
