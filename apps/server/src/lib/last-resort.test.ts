import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Runs a process like the server's in which `accident` happens; it continues for a moment unless it is ended. */
async function run(accident: string): Promise<{ code: number; lines: Record<string, unknown>[]; errors: string }> {
  const program = `
    import { installLastResort } from ${JSON.stringify(new URL('./last-resort.ts', import.meta.url).href)};
    import { createLogger, standardOutput } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
    const logger = createLogger({ production: true });
    const stop = async () => {
      logger.info('stopped');
      await standardOutput().flush();
    };
    installLastResort(logger, stop, 1000);
    setTimeout(() => { ${accident} }, 0);
    setTimeout(() => logger.info('went on'), 200);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return {
    code,
    errors,
    lines: output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

it('logs an uncaught exception, stops what it can and ends', async () => {
  const { code, lines } = await run("throw new Error('broken')");

  expect(code).toBe(1);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [60, 'an exception that nothing caught'],
    [30, 'stopped'],
  ]);
  expect(lines[0]).toMatchObject({ err: { message: 'broken' } });
});

it('logs an unhandled rejection, and continues', async () => {
  const { code, lines } = await run("void Promise.reject(new Error('unheard'))");

  expect(code).toBe(0);
  expect(lines.map(({ msg }) => msg)).toEqual(['a promise was rejected and nothing handled it', 'went on']);
});

it('ends once after an exception although the log fails too', async () => {
  const { code, lines } = await run(
    "logger.fatal = () => { process.stdout.write('{\"msg\":\"tried\"}\\n'); throw new Error('no space'); }; throw new Error('broken')",
  );

  expect(code).toBe(1);
  expect(lines.map(({ msg }) => msg)).toEqual(['tried', 'stopped']);
});

it('logs what a library prints, one line each, and nothing of an error but its own fields', async () => {
  const lost = "Object.assign(new Error('lost'), { client: { password: 'hunter2' } })";

  const { lines, errors } = await run(
    `console.trace(${lost}); console.error('tried 3 times:', ${lost}, { a: 1 }); console.log('hm');`,
  );

  const msg = 'a library printed a message';
  expect(errors).toBe('');
  expect(lines.slice(0, 3)).toMatchObject([
    { level: 40, msg, err: { message: 'lost' } },
    { level: 40, msg, err: { message: 'lost' }, printed: 'tried 3 times:' },
    { level: 40, msg, printed: 'hm' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});
