import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DeadWorkers } from './dead-workers.ts';
import { hasEnded, nameOwnProcess } from './worker-process.ts';

/** The name of a process that has ended, of this account or of another one. */
function nameOfEndedProcess(account: { uid?: number } = {}): string {
  const script = `import { hasEnded, nameOwnProcess } from '${path.join(import.meta.dirname, 'worker-process.ts')}';
    process.stdout.write(nameOwnProcess() ?? '');`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', ...account })
    .stdout;
}

it.runIf(process.platform === 'linux')(
  'needs two looks at a worker whose process has ended, and five at any other',
  () => {
    const ended = nameOfEndedProcess();
    const workers = {
      ended,
      'its number was given out again': (nameOwnProcess() ?? '').replace(/\d+$/, '1'),
      living: nameOwnProcess(),
      'on another host': `another-${ended}`,
      unknown: null,
    };
    const holders = Object.entries(workers).map(([id, process]) => ({ worker_id: id, seen_at: null, process }));
    const dead = new DeadWorkers();

    const looks = Array.from({ length: 5 }, () => dead.look(holders));

    const gone = ['ended', 'its number was given out again'];
    expect(looks).toEqual([[], gone, gone, gone, Object.keys(workers)]);
  },
);

it.runIf(process.platform === 'linux')(
  'a process that lives has not ended, also if it is hidden, as `hidepid` and the `ProtectProc` of systemd hide processes',
  () => {
    const folderThatShowsNone = import.meta.dirname;

    const ended = [nameOwnProcess(), nameOfEndedProcess()].map((name) => hasEnded(name, folderThatShowsNone));

    expect(ended).toEqual([false, true]);
  },
);

it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'names a process of an account that the system has no entry for, as containers have them',
  () => {
    expect(nameOfEndedProcess({ uid: 54_321 })).toMatch(/\/54321\/\d+\/\d+$/);
  },
);
