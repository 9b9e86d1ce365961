import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Encodings } from './encodings.ts';

/** Where the build of the web app lies in the repository. */
export const webFolder = path.resolve(import.meta.dirname, '../../../../web/dist');

/** One file of the built web app, in the forms that were compressed at build. */
export interface WebFile extends Encodings {
  type: string;
  etag: string;
  /** Its name holds a hash of its content, so it never changes. */
  isImmutable: boolean;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const atRoot = /^(favicon\.svg|licences\.txt|sw\.js)$/;

/**
 * Reads every file that is handed out, once: about a megabyte. What is not in this table does not exist, so no path of
 * a request ever reaches the file system.
 * @throws when the web app has not been built.
 */
export async function readBuiltWeb(folder: string): Promise<Map<string, WebFile>> {
  if (!existsSync(path.join(folder, 'server/pages.js'))) {
    throw new Error(`the web app is not built: run "npm run build" first (nothing in ${folder})`);
  }
  const assets = (await readdir(path.join(folder, 'assets'))).map((name) => `assets/${name}`);
  const names = [...assets, ...(await readdir(folder)).filter((name) => atRoot.test(name))];
  const files = names.filter((name) => types[path.extname(name)] !== undefined);
  const read = new Map<string, WebFile>();
  // One after the other: all at once need more open files than some systems allow a process.
  for (const name of files) read.set(`/${name}`, await readWebFile(folder, name));
  return read;
}

async function readWebFile(folder: string, name: string): Promise<WebFile> {
  const file = path.join(folder, name);
  const [plain, br, gzip] = await Promise.all([readFile(file), readIfThere(`${file}.br`), readIfThere(`${file}.gz`)]);
  return {
    plain,
    ...(br && { br }),
    ...(gzip && { gzip }),
    type: types[path.extname(name)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    isImmutable: name.startsWith('assets/'),
  };
}

/** Small files are not compressed at build. One that is there and cannot be read stops the start: passengers would wait longer for all of it. */
async function readIfThere(file: string): Promise<Buffer | undefined> {
  return existsSync(file) ? await readFile(file) : undefined;
}

/** The entity tag of a file: the same for the same bytes, on every server. */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}
