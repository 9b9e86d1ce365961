import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { LogOutput } from './log-output.ts';

function open(file: string): number {
  const fd = openSync(file, 'a');
  onTestFinished(() => closeSync(fd));
  return fd;
}

it('drops and counts lines on a full disk without waiting', async () => {
  const output = new LogOutput({ fd: open('/dev/full') });

  for (let line = 0; line < 3; line += 1) {
    output.write(`${line}\n`);
    await output.flush();
  }

  expect(output.lost).toBe(3);
});

it('stores a limited amount while the output accepts nothing', async () => {
  const file = path.join(temporaryDirectory(), 'log');
  const output = new LogOutput({ fd: open(file), mostBytes: 10 });

  for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n']) output.write(line);
  await output.flush();
  output.write('later\n');
  await output.flush();

  const [first, notice = '', second, later] = readFileSync(file, 'utf8').trim().split('\n');
  expect([first, second, later]).toEqual(['first', 'second', 'later']);
  expect(JSON.parse(notice)).toMatchObject({ level: 40, lines: 2, msg: 'log lines were lost' });
});

it('writes waiting lines at the end of the process', () => {
  const file = path.join(temporaryDirectory(), 'log');
  const output = new LogOutput({ fd: open(file) });

  for (const line of ['first\n', 'second\n']) output.write(line);
  output.flushSync();

  expect(readFileSync(file, 'utf8')).toContain('second\n');
});

// Only root may make a disk of 16 KB.
it.skipIf(process.getuid?.() !== 0)('continues with a line that says so when the disk has space again', async () => {
  const disk = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  writeFileSync(path.join(disk, 'ballast'), 'x'.repeat(8000));
  const file = path.join(disk, 'log');
  const output = new LogOutput({ fd: open(file) });

  for (let line = 0; output.lost === 0; line += 1) {
    output.write(`${JSON.stringify({ line, text: 'x'.repeat(500) })}\n`);
    await output.flush();
  }
  rmSync(path.join(disk, 'ballast'));
  output.write('{"line":"after"}\n');
  await output.flush();

  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.at(-1)).toBe('{"line":"after"}');
  expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ msg: 'log lines were lost' });
});
