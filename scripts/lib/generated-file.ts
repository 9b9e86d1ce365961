import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-tool.ts';

/**
 * Writes a generated file, or with `--check` compares it and fails when it is out of date.
 * @param name Path from the root.
 * @param script How to make it again, for the message.
 */
export function writeOrCheck(name: string, content: string, script: string): void {
  const file = path.join(root, name);
  if (!process.argv.includes('--check')) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return;
  }
  if (readIfThere(file) === content) return;
  console.error(`${name} is out of date. Make it again with: ${script}`);
  process.exitCode = 1;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
