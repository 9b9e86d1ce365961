/**
 * Adds to package-lock.json the builds for other platforms that the registry at hand did not offer, without which
 * `npm ci` refuses the whole file. Usage after every `npm install`: node scripts/complete-lockfile.ts [--check]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeOrCheck } from './lib/generated-file.ts';
import { root } from './lib/run-tool.ts';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x'];

/** Reads the platform from the package's own name, such as `binding-linux-arm64-musl`. */
function platformOf(name: string): Required<Pick<Entry, 'os' | 'cpu'>> & { libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const starts = (text: string) => os.includes('linux') && words.some((word) => word.startsWith(text));
  const libc = [...(starts('musl') ? ['musl'] : []), ...(starts('gnu') ? ['glibc'] : [])];
  return { os, cpu, ...(libc.length > 0 && { libc }) };
}

/** Entries in the order in which npm writes them. */
function missingEntries(packages: Record<string, Entry>): [place: string, entry: Entry][] {
  return Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies).flatMap(([name, version]): [string, Entry][] => {
      const { os, cpu, libc } = platformOf(name);
      if (packages[`node_modules/${name}`] || os.length === 0 || cpu.length === 0) return [];
      const entry = { version, cpu, ...(dev && { dev }), ...(libc && { libc }), optional: true, os };
      return [[`node_modules/${name}`, entry]];
    }),
  );
}

const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
);
const packages = { ...lock.packages, ...Object.fromEntries(missingEntries(lock.packages)) };
const sorted = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const content = `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`;
writeOrCheck('package-lock.json', content, 'node scripts/complete-lockfile.ts');
