/**
 * Everything that can be judged without running the product: format, lint, import rules, types, unused code, texts,
 * generated files and sizes. Two steps at a time; a failing one shows what it printed. Usage: node scripts/check.ts
 */
import { generateSources } from './lib/generated-sources.ts';
import { runTool } from './lib/run-tool.ts';
import type { Outcome } from './lib/test-reports.ts';

interface Step {
  name: string;
  /** One after the other. */
  commands: [tool: string, ...args: string[]][];
}

/** The longest first, so that two cores end together. */
const steps: Step[] = [
  {
    name: 'web size',
    commands: [
      ['node', 'scripts/build.ts', '--if-stale'],
      ['node', 'bench/bytes.ts'],
    ],
  },
  { name: 'types', commands: [['node', 'scripts/typecheck.ts']] },
  { name: 'lint', commands: [['oxlint', '--type-aware', '--deny-warnings', '--format', 'unix']] },
  { name: 'unused code', commands: [['knip', '--no-progress']] },
  { name: 'schema.sql', commands: [['node', 'scripts/db-dump.ts', '--check']] },
  { name: 'openapi', commands: [['node', 'scripts/openapi.ts', '--check']] },
  { name: 'texts', commands: [['node', 'packages/locales/scripts/check.ts']] },
  { name: 'format', commands: [['biome', 'ci', '--error-on-warnings', '--colors=off', '.']] },
  { name: 'import rules', commands: [['node', 'scripts/check-source-rules.ts']] },
  { name: 'lockfile', commands: [['node', 'scripts/complete-lockfile.ts', '--check']] },
  { name: 'statements.sql', commands: [['node', 'scripts/statements.ts', '--check']] },
  { name: 'configuration.md', commands: [['node', 'scripts/config-docs.ts', '--check']] },
  { name: 'flows', commands: [['node', 'scripts/flow-docs.ts', '--check']] },
  { name: 'errors.md', commands: [['node', 'scripts/error-docs.ts', '--check']] },
  { name: 'privacy.md', commands: [['node', 'scripts/privacy-docs.ts', '--check']] },
];

const atOnce = 2;
/** Only against a step that hangs: types and lint take a minute each, and a multiple of it beside other work. */
const stepTimeoutMs = 600_000;

/** Runs every step, prints one line for each, and counts. */
export async function runCheck(): Promise<Outcome> {
  await generateSources();
  const waiting = [...steps];
  const outcome: Outcome = { passed: 0, failures: [] };
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (await runStep(step)) outcome.passed += 1;
      else outcome.failures.push(`check: ${step.name}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcome;
}

async function runStep(step: Step): Promise<boolean> {
  const startedAt = performance.now();
  const line = (verdict: string) =>
    `${verdict} ${step.name.padEnd(18)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`;
  for (const [tool, ...args] of step.commands) {
    const result = await runTool(tool, args, { timeoutMs: stepTimeoutMs });
    if (result.code === 0) continue;
    process.stdout.write(`${line('FAILED')}${indent(result.output)}`);
    return false;
  }
  process.stdout.write(line('ok    '));
  return true;
}

function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '       ').concat('\n');
}

if (import.meta.main) {
  const { failures } = await runCheck();
  process.exitCode = failures.length === 0 ? 0 : 1;
}
