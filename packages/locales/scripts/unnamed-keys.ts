import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Namespaces whose keys the programs compute, and the source that defines the possible keys. */
const computed: Readonly<Record<string, string>> = {
  errors: 'the codes of contracts/errors.ts, as the server answers them',
  validation: 'the rules a field can break, as the server or a form names them',
};

/** The text of every source file of the two programs. Tests do not count, because they show no text to a user. */
export async function readSources(): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob('apps/{web,server}/src/**/*.{ts,tsx}', { cwd: root })) {
    if (!/\.test\.tsx?$/.test(file)) texts.push(await readFile(join(root, file), 'utf8'));
  }
  return texts.join('\n');
}

/**
 * The keys that no source file uses: neither as a quoted text nor by the start of a template, as in `cards.status_${status}`. A
 * template that starts with only a namespace does not count, because a single one would keep all keys of the namespace.
 */
export function unnamedKeys(keys: readonly string[], sources: string): string[] {
  const written = new Set(Array.from(sources.matchAll(/['"]([a-z]+\.[\w.]+)['"]/g), ([, key]) => key));
  const starts = Array.from(sources.matchAll(/`([a-z]+\.\w[\w.]*)\$\{/g), ([, start]) => start ?? '');
  return keys.filter((key) => {
    const [namespace = ''] = key.split('.');
    return !written.has(key) && !Object.hasOwn(computed, namespace) && !starts.some((start) => key.startsWith(start));
  });
}
