import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { assertEnoughOpenFiles, leastOpenFiles } from './open-files.ts';

it.skipIf(process.platform !== 'linux')(
  'is not started where it may open too few files, and says how many it needs',
  () => {
    const program = path.resolve(import.meta.dirname, '../main.ts');
    const env = { ...process.env, TAPFOLIO_DATA: temporaryDirectory(), TAPFOLIO_PORT: '0' };

    const limited = ['-c', 'ulimit -n 64 && exec "$0" "$1"', process.execPath, program];
    const { status, stdout, stderr } = spawnSync('sh', limited, { env, encoding: 'utf8' });

    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Error: this process may open 64 files at a time and needs at least 256, .*ulimit -n/,
      ),
    });
  },
);

it('is started where it may open just enough', () => {
  expect(() => assertEnoughOpenFiles(leastOpenFiles - 1)).toThrow(`${leastOpenFiles - 1} files`);
  expect(() => assertEnoughOpenFiles(leastOpenFiles)).not.toThrow();
  expect(() => assertEnoughOpenFiles()).not.toThrow();
});
