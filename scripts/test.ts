/**
 * The whole verdict: check, then the tests of every package, then the journeys through a real browser. The last lines
 * name what failed; the very last says how many passed and failed. Usage: node scripts/test.ts
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCheck } from './check.ts';
import { findChromium } from './find-chromium.ts';
import { root, runTool, showTool, showToolFrom } from './lib/run-tool.ts';
import { judgePlaywright, judgeVitest, type Outcome, readReport } from './lib/test-reports.ts';
import { unansweredRefusals } from './lib/unanswered-refusals.ts';

const results = path.join(root, 'test-results');
/** Where the tests of the server write which call refused with which code. */
const refusals = path.join(results, 'refusals.txt');
/** Only against a suite that hangs: a loaded machine of two cores may need a multiple of the usual ten minutes. */
const suiteTimeoutMs = 3_000_000;

/**
 * In two lanes that take about as long, so that no processor is idle for long: the tests of the server in two workers, then the faults
 * (what is killed and cut off) beside the packages; and beside them the components, then the journeys, also in two workers. The faults mostly
 * wait, and the journeys do for a quarter of their time.
 */
async function runTests(): Promise<Outcome[]> {
  const server = runVitest('server', ['server']);
  const lanes = await Promise.all([runAfter(server), runBeside(server)]);
  return [await server, judgeRefusals(), ...lanes.flat()];
}

async function runAfter(server: Promise<Outcome>): Promise<Outcome[]> {
  await server;
  return await Promise.all([
    runVitest('faults', ['faults'], { run: showWhenOver }),
    runVitest('packages', ['packages', 'web'], { run: showWhenOver, flags: ['--maxWorkers=1'] }),
  ]);
}

async function runBeside(server: Promise<Outcome>): Promise<Outcome[]> {
  const components = await runVitest('components', ['web-browser'], { run: showWhenOver });
  return [components, await runJourneys(server)];
}

async function runVitest(
  name: string,
  projects: readonly string[],
  { run = showTool, flags = [] }: { run?: typeof showTool; flags?: readonly string[] } = {},
): Promise<Outcome> {
  const report = path.join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // The components run in the same browser as the journeys.
  const { executablePath, environment } = await findChromium();
  const chosen = projects.map((project) => `--project=${project}`);
  const code = await run('vitest', ['run', ...chosen, ...flags, ...reporters], {
    environment: { ...environment, CHROMIUM: executablePath, REFUSALS_FILE: refusals },
    timeoutMs: suiteTimeoutMs,
  });
  return verdict(name, code, judgeVitest(readReport(report)));
}

/** Prints what a tool said when it is over, not between what another one says. */
async function showWhenOver(...call: Parameters<typeof runTool>): Promise<number> {
  const { code, output } = await runTool(...call);
  process.stdout.write(output);
  return code;
}

/** Every code that a call declares of its own must have been got from it by some test. */
function judgeRefusals(): Outcome {
  const failures = unansweredRefusals(refusals).map((line) => `no test gets this refusal, which is declared: ${line}`);
  return { passed: failures.length === 0 ? 1 : 0, failures };
}

async function runJourneys(server: Promise<Outcome>): Promise<Outcome> {
  const built = await showToolFrom(server, 'node', ['scripts/build.ts', '--if-stale'], { timeoutMs: suiteTimeoutMs });
  if (built !== 0) return verdict('the build', built, { passed: 0, failures: [] });
  const report = path.join(results, 'playwright.json');
  const { executablePath, environment } = await findChromium();
  const flags = ['--config=e2e/playwright.config.ts', '--reporter=line,json'];
  const code = await showToolFrom(server, 'playwright', ['test', ...flags], {
    environment: { ...environment, CHROMIUM: executablePath, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeoutMs: suiteTimeoutMs,
  });
  return verdict('playwright', code, judgePlaywright(readReport(report)));
}

/** A suite that ran nothing, or that failed without a failing test, counts as one failure. */
function verdict(name: string, code: number, outcome: Outcome): Outcome {
  const { passed, failures } = outcome;
  if (passed + failures.length > 0 && (code === 0 || failures.length > 0)) return outcome;
  const reason = passed === 0 ? 'ran no test' : `ended with code ${code} although no test failed`;
  return { passed, failures: [`${name} ${reason}`] };
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results);
const outcomes = [await runCheck(), ...(await runTests())];
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failures = outcomes.flatMap((outcome) => outcome.failures);
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
