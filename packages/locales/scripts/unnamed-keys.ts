import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Namespaces that the programs look up as a whole, and what says which of their keys may come. */
const computed: Readonly<Record<string, string>> = {
  errors: 'the codes of contracts/errors.ts, as the server answers them',
  validation: 'the rules a field can break, as the server or a form names them',
};

/** The text of every source of the two programs; a test that names a key shows nobody its text. */
export async function readSources(): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob('apps/{web,server}/src/**/*.{ts,tsx}', { cwd: root })) {
    if (!/\.test\.tsx?$/.test(file)) texts.push(await readFile(join(root, file), 'utf8'));
  }
  return texts.join('\n');
}

/**
 * The keys that no source names: neither written out in quotes, nor with the beginning of a template text, as in
 * `cards.status_${status}`. A template that gives a namespace alone names nothing, or a single one would keep all.
 */
export function unnamedKeys(keys: readonly string[], sources: string): string[] {
  const written = new Set(Array.from(sources.matchAll(/['"]([a-z]+\.[\w.]+)['"]/g), ([, key]) => key));
  const starts = Array.from(sources.matchAll(/`([a-z]+\.\w[\w.]*)\$\{/g), ([, start]) => start ?? '');
  return keys.filter((key) => {
    const [namespace = ''] = key.split('.');
    return !written.has(key) && !Object.hasOwn(computed, namespace) && !starts.some((start) => key.startsWith(start));
  });
}
