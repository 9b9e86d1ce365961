/**
 * Walks the main thread in browsers of other engines, each in a city of its own: Firefox and WebKitGTK. Usage: npm run test:browsers
 * A missing browser counts as not run; no browser at all is a failure.
 */

import { showTool } from '../../scripts/lib/run-tool.ts';
import type { Outcome } from '../../scripts/lib/test-reports.ts';
import { startWorld } from '../support/start-worlds.ts';
import type { Engine } from './engine.ts';
import { findFirefox, startFirefox } from './firefox.ts';
import { mainThread } from './walk.ts';
import { findWebKit, startWebKit } from './webkit.ts';

interface Candidate {
  readonly name: string;
  readonly program: string | undefined;
  /** What it needs, as Debian calls it. */
  readonly packages: string;
  start(program: string): Promise<Engine>;
}

const engines: Candidate[] = [
  { name: 'Firefox', program: findFirefox(), packages: 'firefox-esr', start: startFirefox },
  { name: 'WebKit', program: findWebKit(), packages: 'webkit2gtk-driver and xvfb', start: startWebKit },
];

async function walk(engine: Engine): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failures: [] };
  const { world, stop } = await startWorld();
  try {
    for (const { name, take } of mainThread()) {
      await take(engine, world);
      const errors = engine.errors();
      if (errors.length > 0) throw new Error(`the page printed ${errors.join('\n')}`);
      outcome.passed += 1;
      process.stdout.write(`ok     ${engine.name} ${name}\n`);
    }
  } catch (error) {
    const page = await engine.evaluate('location.href + "\\n" + document.body.innerText').catch(() => 'no page');
    const failure = `${engine.name} after ${outcome.passed} steps: ${String(error)}`;
    outcome.failures.push(failure);
    process.stdout.write(`FAILED ${failure}\n${String(page)}\n`);
  } finally {
    await stop();
  }
  return outcome;
}

if ((await showTool('node', ['scripts/build.ts', '--if-stale'], { timeoutMs: 600_000 })) !== 0) process.exit(1);
const total = { passed: 0, failed: 0 };
for (const { name, program, packages, start } of engines) {
  if (program === undefined) {
    process.stdout.write(`not run ${name}: it is not installed here (on Debian: ${packages})\n`);
    continue;
  }
  const engine = await start(program);
  try {
    const { passed, failures } = await walk(engine);
    total.passed += passed;
    total.failed += failures.length;
  } finally {
    await engine.close();
  }
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
