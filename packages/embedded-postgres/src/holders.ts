import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveTo, type ServerAccount } from './account.ts';
import { isAlive } from './pid-file.ts';

/**
 * Which processes use the server of a data directory: one empty file for each, named after its process id. The last one to leave
 * stops the server; files of killed processes do not count.
 */
export class Holders {
  readonly #directory: string;
  readonly #account: ServerAccount;
  readonly #name = `${process.pid}.${randomUUID()}`;

  /** @param account owns the server's data, and must be able to use the folder after root has. */
  constructor(dataDirectory: string, account: ServerAccount) {
    this.#directory = `${dataDirectory}.holders`;
    this.#account = account;
  }

  enter(): void {
    mkdirSync(this.#directory, { recursive: true });
    giveTo(this.#directory, this.#account);
    writeFileSync(path.join(this.#directory, this.#name), '');
  }

  /** Leaves, and tells whether another process still uses the server. */
  leave(): { othersRemain: boolean } {
    mkdirSync(this.#directory, { recursive: true });
    rmSync(path.join(this.#directory, this.#name), { force: true });
    let others = 0;
    for (const name of readdirSync(this.#directory)) {
      if (isAlive(Number.parseInt(name, 10))) others += 1;
      else rmSync(path.join(this.#directory, name), { force: true });
    }
    if (others === 0) rmSync(this.#directory, { recursive: true, force: true });
    return { othersRemain: others > 0 };
  }
}
