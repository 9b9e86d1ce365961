import { expect, it } from 'vitest';
import { runTool } from './lib/run-tool.ts';

it('keeps a letter whose bytes are printed one after the other', async () => {
  const print = `process.stdout.write(Buffer.of(0xe2), () => setTimeout(() => process.stdout.write(Buffer.of(0x80, 0x99)), 200))`;

  expect(await runTool('node', ['--eval', print])).toEqual({ code: 0, output: '’' });
});
