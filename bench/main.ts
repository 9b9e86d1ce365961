/**
 * Runs the benches one after the other and prints each figure with its goal. Usage:
 * npm run bench [NAME ...] [-- --write FILE]
 * With `--write` the table is also written into a file, with the host that it belongs to. Run it on an otherwise idle machine.
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

// An unknown option ends the program here, and not after half an hour.
const { values: asked, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'string' } },
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
if (asked.write !== undefined) writeFileSync(asked.write, asPage(markdown));
if (outcomes.some((outcome) => 'measured' in outcome && !meetsGoal(outcome))) process.exitCode = 1;

/** Runs a bench in a process of its own, so that it does not inherit memory or warm code from another bench. */
async function run(name: string): Promise<BenchOutcome[]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
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
  return `# Results of npm run bench

${machine}, Node ${process.versions.node}; load generator and database on the same processors. Load average ${os.loadavg()[0]?.toFixed(1)} at
the end: if it is well above ${os.cpus().length}, other programs were running. docs/benchmarks.md says how much the host decides.

${markdown}
`;
}
