import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** A process that stops as our server does and gets these signals one after the other; says what happened after each. */
async function send(...signals: NodeJS.Signals[]) {
  const program = `
    import { stopOnSignals } from ${JSON.stringify(new URL('./stop-on-signals.ts', import.meta.url).href)};
    stopOnSignals({ stop: async () => void process.stdout.write('stopped ') });
    for (const signal of ${JSON.stringify(signals)}) {
      process.kill(process.pid, signal);
      await new Promise((resolve) => setTimeout(resolve, 100));
      process.stdout.write('works ');
    }
    process.exit(7);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, complaints, ended] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { said: said.trim(), complaints, ended };
}

it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'stops in order at %s, as when a terminal is closed',
  async (signal) => {
    expect(await send(signal)).toEqual({ said: 'stopped', complaints: '', ended: [0, null] });
  },
);

it('continues when it is asked to reopen its log, and does not open a debugger', async () => {
  const outcome = await send('SIGUSR1', 'SIGUSR2');

  expect(outcome).toEqual({ said: 'works works', complaints: '', ended: [7, null] });
});
