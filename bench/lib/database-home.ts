import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface DatabaseHome {
  folder: string;
  remove(): void;
}

/**
 * A new folder for the data of a built-in database. If the user is root, the database runs under another account, which must be able to
 * enter the folder: else it would keep its data elsewhere, and nobody would delete that.
 */
export function makeDatabaseHome(): DatabaseHome {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-'));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
