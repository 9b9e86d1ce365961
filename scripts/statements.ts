/**
 * Writes docs/statements.sql: every statement of the server as PostgreSQL gets it, with its values by name. Usage: node
 * scripts/statements.ts [--check]
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'sql-formatter';
import { type DeclaredStatement, declaredStatements } from '../apps/server/src/lib/sql.ts';
import type { SqlType, SqlTypes } from '../apps/server/src/lib/sql-types.ts';
import { writeOrCheck } from './lib/generated-file.ts';
import { root } from './lib/run-tool.ts';

const head = `-- Every statement of the server, composed and formatted, in the order of its files. A value \`$name\` goes to PostgreSQL by
-- its position in the list of values. A column "or null" may be null. Made by: node scripts/statements.ts
`;

const sources = path.join(root, 'apps/server/src');
const files = globSync('**/*.queries.ts', { cwd: sources }).sort();
const texts = new Map(files.map((file) => [file, readFileSync(path.join(sources, file), 'utf8')]));

/** The statements of each file, in the order in which they are declared. */
async function statementsOfFiles(): Promise<Map<string, DeclaredStatement[]>> {
  const found = new Map(files.map((file): [string, DeclaredStatement[]] => [file, []]));
  for (const file of files) {
    const known = new Set(declaredStatements.keys());
    await import(path.join(sources, file));
    for (const [name, one] of declaredStatements) if (!known.has(name)) found.get(fileOf(name) ?? file)?.push(one);
  }
  return found;
}

/** The file that has the name in full; a name that is put together belongs to the file that was just loaded. */
function fileOf(name: string): string | undefined {
  return files.find((file) => texts.get(file)?.includes(`'${name}'`));
}

function describe(one: DeclaredStatement): string {
  const values = Object.entries(one.values).map(([name, type]) => `$${name} ${typeName(type)}`);
  const columns = Object.entries(one.row ?? {}).map(([name, type]) => `${name} ${typeName(type)}`);
  return [
    `-- ${one.name}`,
    ...listOf('values', values),
    ...listOf('row', columns),
    `${withNames(format(one.text, { language: 'postgresql', expressionWidth: 100 }), one.values)};`,
  ].join('\n');
}

const typeName = ({ sql, isNullable }: SqlType<unknown, never>) => (isNullable ? `${sql} or null` : sql);

const longest = 116;

/** A list in as many lines of comment as it needs. */
function listOf(what: string, items: readonly string[]): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length + 2 < longest) lines[lines.length - 1] = `${last}, ${item}`;
    else lines.push(last === undefined ? `--   ${what}: ${item}` : `--     ${item}`);
  }
  return lines;
}

/** A text with the names of its values, as its author wrote it. */
function withNames(text: string, values: SqlTypes): string {
  const names = Object.keys(values);
  return text.replace(/\$(\d+)/g, (position, digits: string) => {
    const name = names[Number(digits) - 1];
    return name === undefined ? position : `$${name}`;
  });
}

const parts = [...(await statementsOfFiles())]
  .filter(([, statements]) => statements.length > 0)
  .map(([file, statements]) => [`-- ===== ${file} =====`, ...statements.map(describe)].join('\n\n'));
writeOrCheck('docs/statements.sql', `${head}\n${parts.join('\n\n')}\n`, 'node scripts/statements.ts');
