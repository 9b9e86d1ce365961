import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveTo, type ServerAccount } from './account.ts';
import { isAlive, lifeOf } from './pid-file.ts';

/**
 * Which processes use the server of a data directory: one file for each, named after its process id. The last one to leave
 * stops the server; files of killed processes do not count, also when another process has the id now.
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
    writeFileSync(path.join(this.#directory, this.#name), lifeOf(process.pid) ?? '');
  }

  /** Leaves, and tells whether another process still uses the server. */
  leave(): { othersRemain: boolean } {
    mkdirSync(this.#directory, { recursive: true });
    rmSync(path.join(this.#directory, this.#name), { force: true });
    let others = 0;
    for (const name of readdirSync(this.#directory)) {
      if (this.#isHeld(name)) others += 1;
      else rmSync(path.join(this.#directory, name), { force: true });
    }
    if (others === 0) rmSync(this.#directory, { recursive: true, force: true });
    return { othersRemain: others > 0 };
  }

  #isHeld(name: string): boolean {
    const pid = Number.parseInt(name, 10);
    const file = path.join(this.#directory, name);
    if (!isAlive(pid)) return false;
    try {
      const [noted, life] = [readFileSync(file, 'utf8'), lifeOf(pid)];
      if (life === undefined) return true;
      // A process of the release before wrote nothing into its file; this one is none of them.
      return noted === '' ? pid !== process.pid : noted === life;
    } catch {
      return existsSync(file);
    }
  }
}
