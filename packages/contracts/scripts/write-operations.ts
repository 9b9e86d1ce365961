import { join } from 'node:path';
import { replaceFile } from '../../../scripts/files/replace-file.ts';
import { contract } from '../src/contract.ts';
import type { PublishedCall } from '../src/define-call.ts';

const file = join(import.meta.dirname, '../src/generated/operations.ts');

/** Writes the table of the browser: where each call lives, and how its answer is to be taken. No shape comes along. */
export function writeOperations(): void {
  const lines = Object.entries<PublishedCall>(contract).map(([name, call]) => `  ${name}: '${entryOf(call)}',\n`);
  replaceFile(file, `${head}${lines.join('')}${tail}`);
}

const head = `// Made by scripts/generate.ts from the calls of packages/contracts. Do not edit.
import type { CallName } from '../contract.ts';

/** Method and path of each call; then \`open\` when it needs no session, and \`file\` when it answers a document. */
export const operations: Readonly<Record<CallName, string>> = {
`;
const tail = '};\n';

function entryOf({ method, path, who, answers }: PublishedCall): string {
  const isFile = Object.values(answers).some((answer) => 'content' in answer);
  return [method, path, ...(who === 'anyone' ? ['open'] : []), ...(isFile ? ['file'] : [])].join(' ');
}
