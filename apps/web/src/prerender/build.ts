import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] };
type Manifest = Readonly<Record<string, Chunk>>;

/** The files of the built client, and the text of its styles. */
export type WebBuild = {
  /** The program that starts the page. */
  readonly entry: string;
  /** The scripts and styles a module needs before it can show anything, its imports first. */
  readonly filesOf: (module: string) => { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  readonly textOf: (style: string) => string;
};

const entryModule = 'index.html';

function closure(manifest: Manifest, module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  for (const imported of manifest[module]?.imports ?? []) closure(manifest, imported, seen);
  return seen.add(module);
}

/** Reads Vite's manifest and all styles. */
export async function readBuild(folder: string): Promise<WebBuild> {
  // Written by the bundler of the same build.
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const styles = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))];
  const texts = new Map(
    await Promise.all(styles.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
  const filesOf: WebBuild['filesOf'] = (module) => {
    const chunks = [...closure(manifest, module)].flatMap((name) => manifest[name] ?? []);
    return {
      scripts: chunks.map((chunk) => chunk.file),
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
    };
  };
  return { entry: manifest[entryModule]?.file ?? '', filesOf, textOf: (style) => texts.get(style) ?? '' };
}

/** Everything the first paint of a page needs: the start, the texts of its language and, if there is one, its screen. */
export function filesOfPage(build: WebBuild, modules: readonly string[]): ReturnType<WebBuild['filesOf']> {
  const all = [entryModule, ...modules].map(build.filesOf);
  return {
    scripts: [...new Set(all.flatMap(({ scripts }) => scripts))],
    styles: [...new Set(all.flatMap(({ styles }) => styles))],
  };
}
