import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type EcmaScriptModule, parseSync } from 'oxc-parser';

export interface ImportedFile {
  /** As written. */
  specifier: string;
  /** Path from the root for our own files, else the specifier. */
  target: string;
  isTypeOnly: boolean;
  line: number;
}

export interface SourceFile {
  /** Path from the root, with slashes. */
  name: string;
  imports: ImportedFile[];
  exports: EcmaScriptModule['staticExports'];
  program: SyntaxNode;
  lineAt(offset: number): number;
}

/** A node of the syntax tree, as far as our rules look at it. */
export interface SyntaxNode {
  type: string;
  start: number;
  [property: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Every node below this one, itself first. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) {
    if (isNode(value)) yield* walk(value);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) yield* walk(item);
  }
}

export function readSource(root: string, name: string, text = readFileSync(path.join(root, name), 'utf8')): SourceFile {
  const parsed = parseSync(name, text);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const resolve = (specifier: string) => resolveSpecifier(name, specifier);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const imports = staticImports.map((item) => ({
    specifier: item.moduleRequest.value,
    target: resolve(item.moduleRequest.value),
    isTypeOnly: item.entries.length > 0 && item.entries.every((entry) => entry.isType),
    line: lineAt(item.start),
  }));
  for (const item of dynamicImports) {
    const written = text.slice(item.moduleRequest.start, item.moduleRequest.end);
    const specifier = /^['"`]([^'"`$]+)['"`]$/.exec(written)?.[1];
    if (specifier) imports.push({ specifier, target: resolve(specifier), isTypeOnly: false, line: lineAt(item.start) });
  }
  const program = isNode(parsed.program) ? parsed.program : { type: 'Program', start: 0 };
  return { name, imports, exports: staticExports, program, lineAt };
}

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const [, workspace = '', rest = ''] = /^@tapfolio\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (/^(domain|contracts|locales)$/.test(workspace)) return `packages/${workspace}/src/${rest}`;
  if (/^(server|web)$/.test(workspace)) return `apps/${workspace}/${rest}`;
  return workspace === '' ? specifier : `${workspace}/${rest}`;
}
