import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../../scripts/files/replace-file.ts';

/** Makes a folder hold these sources, by their names in it, and no others. */
export async function replaceFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, content] of files) await write(join(folder, name), content);
  await removeOthers(folder, files);
}

/** Replaces a file only when it differs. */
async function write(file: string, content: string): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => undefined);
  if (old === content) return;
  replaceFile(file, content);
}

/** Other processes may be writing at the same time: their temporary files do not end in `.ts`. */
async function removeOthers(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const kept = new Set(Array.from(files.keys(), (name) => join(folder, name)));
  for (const { name, parentPath } of found.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))) {
    const file = join(parentPath, name);
    if (!kept.has(file)) await rm(file, { force: true });
  }
  const needed = new Set(Array.from(kept, dirname));
  for (const { name, parentPath } of found.filter((entry) => entry.isDirectory())) {
    const inner = join(parentPath, name);
    if (!needed.has(inner)) await rmdir(inner).catch(stillUsed);
  }
}

function stillUsed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
}
