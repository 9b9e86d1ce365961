import { isNode, type SourceFile, type SyntaxNode, walk } from './source-file.ts';

/** Things that may be done in some files only, so that a reader knows where to look for them. */
interface Place {
  rule: string;
  /** Where the rule holds. */
  within: RegExp;
  /** Where it may be done. */
  allowed: RegExp;
  isDone: (node: SyntaxNode) => boolean;
}

const server = /^apps\/server\/src\//;
const product = /^(apps\/(server|web)|packages\/\w+)\/src\//;
const sqlStart =
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|copy\s+\w+\s*\()/i;

const places: Place[] = [
  {
    rule: 'SQL belongs in a *.queries.ts file, its shared parts in a *.sql.ts file',
    within: server,
    allowed: /\.(queries|sql)\.ts$|^apps\/server\/src\/(lib\/sql\.ts|database\/)/,
    isDone: (node) => textsOf(node).some((text) => sqlStart.test(text)),
  },
  {
    rule: 'fetch belongs in gateways/, the web api client and the service worker',
    within: product,
    allowed: /^apps\/server\/src\/gateways\/|^apps\/web\/src\/lib\/api-client[\w.-]*\.ts$|^apps\/web\/src\/sw\.ts$/,
    isDone: (node) => node.type === 'CallExpression' && isFetch(node.callee),
  },
  {
    rule: 'process.env belongs in config/config.ts',
    within: product,
    allowed: /^apps\/server\/src\/config\/config\.ts$/,
    isDone: (node) => isMember(node, 'process', 'env'),
  },
  {
    rule: 'the time of day comes from lib/clock.ts',
    within: server,
    allowed: /^apps\/server\/src\/lib\/clock\.ts$/,
    isDone: (node) =>
      isNewDate(node) ||
      (node.type === 'CallExpression' && isNode(node.callee) && isMember(node.callee, 'Date', 'now')),
  },
];

export function checkPlaces(file: SourceFile): string[] {
  const rules = places.filter((place) => place.within.test(file.name) && !place.allowed.test(file.name));
  if (rules.length === 0) return [];
  const problems = new Set<string>();
  for (const node of walk(file.program)) {
    for (const { rule, isDone } of rules)
      if (isDone(node)) problems.add(`${file.name}:${file.lineAt(node.start)} ${rule}`);
  }
  return [...problems];
}

/** No file that only passes others on: they hide cycles and defeat tree shaking. */
export function checkBarrels(file: SourceFile): string[] {
  const passesOn = file.exports.some((item) => item.entries.some((entry) => entry.moduleRequest));
  const name = /\/index\.tsx?$/.test(file.name)
    ? [`${file.name}:1 name the file after what it holds, not "index"`]
    : [];
  return passesOn ? [...name, `${file.name}:1 import from the file that defines it; do not export it again`] : name;
}

function textsOf(node: SyntaxNode): string[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return [];
  const parts = node.quasis.map((quasi) => (isNode(quasi) ? cooked(quasi.value) : ''));
  return [parts.join('x')];
}

function cooked(value: unknown): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

function isName(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node.name === name;
}

function isMember(node: SyntaxNode, object: string, property: string): boolean {
  return node.type === 'MemberExpression' && isName(node.object, object) && isName(node.property, property);
}

function isFetch(callee: unknown): boolean {
  return (
    isName(callee, 'fetch') ||
    (isNode(callee) && (isMember(callee, 'globalThis', 'fetch') || isMember(callee, 'window', 'fetch')))
  );
}

function isNewDate(node: SyntaxNode): boolean {
  return (
    node.type === 'NewExpression' &&
    isName(node.callee, 'Date') &&
    Array.isArray(node.arguments) &&
    node.arguments.length === 0
  );
}
