import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Chunk = {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

type Files = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** The files of the built client, and the text of its styles. */
export type WebBuild = {
  /** The program that starts the page. */
  readonly entry: string;
  /** What the start and some modules need before they can show anything, imports first. */
  readonly filesOf: (modules: readonly string[]) => Files;
  readonly textOf: (style: string) => string;
};

/** The key of a module in the manifest (`src/app/routes/login.tsx`), or of a chunk by its name in vite.config.ts. */
function keyOf(manifest: Manifest, wanted: string): string {
  if (manifest[wanted]) return wanted;
  const found = Object.keys(manifest).find((key) => key.endsWith('.js') && manifest[key]?.name === wanted);
  if (found === undefined) throw new Error(`the build has no ${wanted}`);
  return found;
}

function closure(manifest: Manifest, key: string, seen: Set<string>): Set<string> {
  if (seen.has(key)) return seen;
  for (const imported of manifest[key]?.imports ?? []) closure(manifest, imported, seen);
  return seen.add(key);
}

/** Reads Vite's manifest and all styles. */
export async function readBuild(folder: string): Promise<WebBuild> {
  // The bundler wrote it in the same build.
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const styles = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))];
  const texts = new Map(
    await Promise.all(styles.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
  // Vite leaves out an entry that would only import the chunk with the program.
  const start = keyOf(manifest, 'start');
  const filesOf: WebBuild['filesOf'] = (modules) => {
    const seen = closure(manifest, start, new Set());
    for (const module of modules) closure(manifest, keyOf(manifest, module), seen);
    const chunks = [...seen].flatMap((name) => manifest[name] ?? []);
    return {
      scripts: [...new Set(chunks.map(({ file }) => file))],
      styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
    };
  };
  return { entry: manifest[start]?.file ?? '', filesOf, textOf: (style) => texts.get(style) ?? '' };
}
