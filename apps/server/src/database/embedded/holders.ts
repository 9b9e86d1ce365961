import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './pid-file.ts';

/**
 * Who uses the server of a data directory, one empty file per process id. The last one to leave stops it; files of
 * processes that were killed do not count.
 */
export class Holders {
  readonly #directory: string;

  constructor(dataDirectory: string) {
    this.#directory = `${dataDirectory}.holders`;
  }

  enter(): void {
    mkdirSync(this.#directory, { recursive: true });
    writeFileSync(path.join(this.#directory, String(process.pid)), '');
  }

  /** Leaves, and tells whether a living process still uses the server. */
  leave(): { othersRemain: boolean } {
    rmSync(path.join(this.#directory, String(process.pid)), { force: true });
    let others = 0;
    for (const name of readdirSync(this.#directory)) {
      if (isAlive(Number(name))) others += 1;
      else rmSync(path.join(this.#directory, name), { force: true });
    }
    if (others === 0) rmSync(this.#directory, { recursive: true, force: true });
    return { othersRemain: others > 0 };
  }
}
