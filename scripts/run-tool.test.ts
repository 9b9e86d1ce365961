import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runTool, showToolFrom } from './lib/run-tool.ts';

it('keeps a letter whose bytes are printed one after the other', async () => {
  const print = `process.stdout.write(Buffer.of(0xe2), () => setTimeout(() => process.stdout.write(Buffer.of(0x80, 0x99)), 200))`;

  expect(await runTool('node', ['--eval', print])).toEqual({ code: 0, output: '’' });
});

it('shows what a tool says from its turn on, and then also what it said before', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-tool-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [said, go] = [path.join(folder, 'said'), path.join(folder, 'go')];
  const tool = `const { existsSync, writeFileSync } = require('node:fs');
    process.stderr.write('early\\n', () => writeFileSync(${JSON.stringify(said)}, ''));
    const look = () => {
      // The folder is removed when the test has failed: the tool does not outlive it.
      if (existsSync(${JSON.stringify(folder)}) && !existsSync(${JSON.stringify(go)})) return setTimeout(look, 20);
      process.exitCode = 3;
      process.stdout.write('late\\n');
    };
    look();`;
  let shown = '';
  const screen = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    shown += String(text);
    return true;
  });
  onTestFinished(() => screen.mockRestore());
  const turn = Promise.withResolvers<void>();

  const code = showToolFrom(turn.promise, 'node', ['--eval', tool]);
  await expect.poll(() => existsSync(said)).toBe(true);
  expect(shown).toBe('');
  turn.resolve();
  await expect.poll(() => shown).toBe('early\n');
  writeFileSync(go, '');

  expect(await code).toBe(3);
  expect(shown).toBe('early\nlate\n');
});

it('is over when the tool is, also before its turn: what comes after the tool does not wait for what others print', async () => {
  let shown = '';
  const screen = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    shown += String(text);
    return true;
  });
  onTestFinished(() => screen.mockRestore());
  const turn = Promise.withResolvers<void>();
  const say = (word: string) => showToolFrom(turn.promise, 'node', ['--eval', `process.stdout.write('${word}\\n')`]);

  expect([await say('first'), await say('second')]).toEqual([0, 0]);
  expect(shown).toBe('');
  turn.resolve();
  await expect.poll(() => shown).toBe('first\nsecond\n');
});
