import { readFileSync } from 'node:fs';

/** What a start with all roles needs at most, with room for some connections. */
export const leastOpenFiles = 256;

/**
 * Makes sure that the process may open enough files, of which each connection is one. Otherwise whatever opens one file too many would fail
 * in words of its own, perhaps only hours later.
 * @throws a sentence with the limit and the least number.
 */
export function assertEnoughOpenFiles(most = readLimit()): void {
  if (most < leastOpenFiles)
    throw new Error(
      `this process may open ${most} files at a time and needs at least ${leastOpenFiles}, and one more for each connection of a browser: raise the limit (ulimit -n, LimitNOFILE= of systemd)`,
    );
}

/** The limit of this process, which Node has raised as far as it may. Infinite where the system does not tell it. */
function readLimit(): number {
  try {
    const [, most = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === '' ? Number.POSITIVE_INFINITY : Number(most);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
