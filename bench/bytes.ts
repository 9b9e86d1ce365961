/**
 * What each screen of the built web app loads, compressed as it is served, against its budget. Exits 1 when one is over.
 * Usage: npm run build && node bench/bytes.ts
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { type BenchResult, meetsGoal, report } from './lib/result.ts';

const dist = path.resolve(import.meta.dirname, '../apps/web/dist');

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] };
// Written by the bundler of the same build.
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const sizes = new Map<string, number>();

/** Brotli at its best, as the build writes it. */
function compressed(file: string): number {
  const known = sizes.get(file) ?? zlib.brotliCompressSync(readFileSync(path.join(dist, file))).length;
  sizes.set(file, known);
  return known;
}

function closure(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const imported of manifest[module]?.imports ?? []) closure(imported, seen);
  return seen;
}

function scriptsOf(modules: readonly string[]): Set<string> {
  const names = modules.flatMap((module) => [...closure(module)]);
  return new Set(names.flatMap((name) => manifest[name]?.file ?? []));
}

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + compressed(file), 0);
const texts = (part: string) => `../../packages/locales/src/generated/fr_CA/${part}.ts`;
const screen = (name: string) => `src/app/routes/${name}.tsx`;

const start = ['index.html', texts('public')];
const login = scriptsOf([...start, screen('login')]);
// Loaded by every page as soon as it shows.
const settled = scriptsOf([...start, screen('login'), 'src/app/after-start.ts']);
const frame = 'src/app/area-layout.tsx';
const shell = scriptsOf([...start, 'src/app/after-start.ts', frame]);

/** A screen's own scripts: what it needs beyond what is there already. */
function beyond(base: ReadonlySet<string>, modules: readonly string[]): number {
  return sum([...scriptsOf(modules)].filter((file) => !base.has(file)));
}

function row(name: string, bytes: number, goalKilobytes: number): BenchResult {
  const measured = Math.round(bytes / 100) / 10;
  return { name, measured, unit: 'kB', goal: goalKilobytes, better: 'less', detail: 'brotli, as served' };
}

// Goals and where they come from: docs/decisions, "web router" and "web components".
const publicScreens = [
  'register',
  'receipt-page',
  'reset-password',
  'change-password',
  'confirm-registration',
  'logout',
];
const areaScreens = ['passenger-area', 'card', 'card-add', 'card-favourites', 'account-edit'];
const histories = ['trips-history', 'payments-history', 'products-history'];
const picker = 'src/ui/date-time-range-picker.tsx';

function largestTexts(part: string): number {
  const names = Object.keys(manifest).filter((name) => name.endsWith(`/${part}.ts`) && /_[A-Z]{2}\//.test(name));
  return Math.max(...names.map((name) => compressed(manifest[name]?.file ?? '')));
}

const styles = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))];
const rows = [
  row('login, all scripts', sum(login), 100),
  ...publicScreens.map((name) => row(name, beyond(settled, [screen(name)]), 8)),
  row('signed-in frame', beyond(settled, [frame]), 14),
  ...areaScreens.map((name) => row(name, beyond(shell, [screen(name)]), 17)),
  ...histories.map((name) => row(`${name} with its filter`, beyond(shell, [screen(name), picker]), 70)),
  ...['public', 'forms', 'area', 'account'].map((part) =>
    row(`texts ${part}, largest language`, largestTexts(part), 5),
  ),
  row('largest style file', Math.max(...styles.map(compressed)), 6),
];

for (const result of rows) {
  const figures = `${String(result.measured).padStart(6)} of ${String(result.goal).padStart(4)} kB`;
  process.stdout.write(`${meetsGoal(result) ? '    ' : 'OVER'} ${figures}  ${result.name}\n`);
}
report(rows);
process.exitCode = rows.every(meetsGoal) ? 0 : 1;
