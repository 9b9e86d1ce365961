/**
 * Runs the benches one after the other and prints each figure with its goal. Usage:
 * npm run bench [-- NAME ...] [-- --write]
 * With `--write` the table goes into docs/benchmarks.md. Run it on an otherwise idle machine.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchOutcome, meetsGoal } from './lib/result.ts';

const benches = [
  'start',
  'trips-page',
  'reads',
  'overload',
  'sign-in-flood',
  'import',
  'receipts',
  'sign-in-timing',
  'registration-timing',
  'bytes',
  'first-paint',
];
const table = path.resolve(import.meta.dirname, '../docs/benchmarks.md');

// An unknown option ends the program here, and not after half an hour.
const { values: asked, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
});
const unknown = names.filter((name) => !benches.includes(name));
if (unknown.length > 0) throw new Error(`unknown bench ${unknown.join(', ')}; there are ${benches.join(', ')}`);

const outcomes: BenchOutcome[] = [];
for (const name of names.length > 0 ? names : benches) {
  process.stdout.write(`\n# ${name}\n`);
  outcomes.push(...(await run(name)));
}
const markdown = asMarkdown(outcomes);
process.stdout.write(`\n${markdown}\n`);
if (asked.write) writeFileSync(table, asPage(markdown));
if (outcomes.some((outcome) => 'measured' in outcome && !meetsGoal(outcome))) process.exitCode = 1;

/** Runs a bench in a process of its own, so that it does not inherit memory or warm code from another bench. */
async function run(name: string): Promise<BenchOutcome[]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString('utf8');
    process.stdout.write(part);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (code === 0 && last.startsWith('[')) return JSON.parse(last);
  return [{ name, skipped: `it failed with code ${code}; its output says why` }];
}

function asMarkdown(rows: BenchOutcome[]): string {
  const lines = rows.map((row) => {
    if ('skipped' in row) return `| ${row.name} | – | – | skipped | ${row.skipped} |`;
    const sign = row.better === 'more' ? '≥' : '≤';
    const unit = row.unit === 'ratio' ? '' : ` ${row.unit}`;
    const verdict = meetsGoal(row) ? 'met' : 'missed';
    return `| ${row.name} | ${format(row.measured)}${unit} | ${sign} ${row.goal}${unit} | ${verdict} | ${row.detail} |`;
  });
  return ['| What | Measured | Goal | | Against |', '|---|---|---|---|---|', ...lines].join('\n');
}

function format(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function asPage(markdown: string): string {
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'CPU'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  return `# Benchmarks

Written by \`npm run bench -- --write\`. Ratios compare two things measured in the same run, so they hold on other
machines; absolute figures belong to this one: ${machine}, Node ${process.versions.node}, load generator and
database on the same cores, load average ${os.loadavg()[0]?.toFixed(1)} at the end (other programs were running where it is
well above ${os.cpus().length}).

${markdown}
`;
}
