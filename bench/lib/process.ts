import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import runtime from '../../scripts/lib/runtime.json' with { type: 'json' };

export const root = path.resolve(import.meta.dirname, '../..');

export interface StartedProcess {
  child: ChildProcess;
  /** Milliseconds from the start of the process to the expected line. */
  readyMs: number;
  /** Waits until the program has printed the given text. @throws an error with its output if it ends before. */
  printed(what: RegExp): Promise<string>;
  /** Stops the program as Ctrl-C does, and waits for its end. */
  stop(): Promise<void>;
}

/**
 * Starts a program of the project as its npm script does, and waits for the line that says it is ready. @throws an error
 * with its output if it ends before.
 */
export async function startProgram(
  script: string,
  environment: Record<string, string>,
  isReady: RegExp,
  args: readonly string[] = [],
): Promise<StartedProcess & { line: string }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...runtime.serverFlags, path.join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, runtime.compileCache), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const heard = new Set<() => void>();
  const hear = (part: string) => {
    output += part;
    for (const listener of heard) listener();
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const printed = (what: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = what.exec(output);
        if (!found) return;
        heard.delete(look);
        resolve(found[0]);
      };
      heard.add(look);
      look();
      void exited.then(() => reject(new Error(`${script} ended:\n${output}`)));
    });
  const line = await printed(isReady);
  const readyMs = performance.now() - startedAt;
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
  };
  return { child, line, readyMs, printed, stop };
}

/** Resident memory of one process in megabytes (10⁶ bytes). Linux only. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Returns the path of a command-line tool. If it is missing and the user is root on Debian, installs its package. */
export function findTool(name: string, debianPackage: string): string | undefined {
  const found = lookFor(name);
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['install', '-y', '-q', debianPackage], { env, stdio: 'ignore' });
  return lookFor(name);
}

function lookFor(name: string): string | undefined {
  const clusters = '/usr/lib/postgresql';
  const versions = existsSync(clusters) ? readdirSync(clusters) : [];
  const places = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(clusters, version, 'bin')),
  ];
  return places.map((place) => path.join(place, name)).find((file) => existsSync(file));
}
