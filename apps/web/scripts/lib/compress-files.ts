import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const worth = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Writes a `.br` and a `.gz` beside every file that the server delivers, with the best compression. */
export async function compressFiles(folder: string): Promise<void> {
  const assets = (await readdir(path.join(folder, 'assets'))).map((name) => path.join('assets', name));
  const names = [...assets, ...(await readdir(folder))].filter((name) => worth.test(name));
  for (const name of names) {
    const content = await readFile(path.join(folder, name));
    const [smallest, small] = await Promise.all([brotli(content), gzip(content, { level: 9 })]);
    await writeFile(path.join(folder, `${name}.br`), smallest);
    await writeFile(path.join(folder, `${name}.gz`), small);
  }
}
