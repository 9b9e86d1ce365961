import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { ArchiveFolder } from './archive-folder.ts';

const home = '/var/lib/tapfolio/feeds';
const runbook = readFileSync(new URL('../../../../docs/runbook.md', import.meta.url), 'utf8');

/** What the runbook says to type after a restore, for feeds that are here. */
function commandsFor(feeds: string): string {
  const section = runbook.slice(runbook.indexOf('## Backup'));
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  return block.replace(home, feeds).replace(/'\d{4}-\d\d-\d\d \d\d:\d\d'/, "'2020-01-01 00:00'");
}

// The commands of the runbook are those of Linux (GNU find), where operators run the server.
it.runIf(process.platform === 'linux')(
  'after a restore the commands of the runbook deliver every file of the archive again, in the order of their arrival',
  async () => {
    const feeds = temporaryDirectory();
    const inbox = path.join(feeds, 'inbox');
    const archive = new ArchiveFolder(inbox, path.join(feeds, 'archive'));
    const imported: string[] = [];
    /** Reads what lies in the inbox, as the feed does. */
    const importAll = async (): Promise<void> => {
      for (const name of readdirSync(inbox, { recursive: true, encoding: 'utf8' })) {
        const file = path.join(inbox, name);
        const { size, mtimeMs } = statSync(file);
        // A copy has its old time once it is complete.
        if (!statSync(file).isFile() || mtimeMs > Date.parse('2021-01-01')) continue;
        imported.push(`${name}: ${readFileSync(file, 'utf8')}`);
        await archive.putAway([{ path: file, sizeBytes: size, modifiedMs: mtimeMs }]);
      }
    };
    const deliver = async (name: string, content: string, writtenAt: Date) => {
      const file = path.join(inbox, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      utimesSync(file, writtenAt, writtenAt);
      await importAll();
    };
    // Some senders keep the time at which they wrote a file, and some write two files at one time.
    await deliver('tr.csv', 'first', new Date('2020-05-02'));
    await deliver('tr.csv', 'corrected', new Date('2020-05-01'));
    await deliver('lost cards/tap.csv', 'long written', new Date('2019-05-01'));
    await deliver('tr.csv', 'corrected again', new Date('2020-05-01'));
    const delivered = imported.splice(0);

    const shell = spawn('sh', ['-c', commandsFor(feeds)], { stdio: 'inherit' });
    const ended = once(shell, 'exit');
    // As a feed that is busy: while it has not looked, no file may take the place of another one.
    await expect.poll(() => readdirSync(inbox).includes('tr.csv'), { timeout: 20_000 }).toBe(true);
    while (shell.exitCode === null) {
      await importAll();
      await Promise.race([ended, sleep(50)]);
    }
    await importAll();

    expect(imported.filter((told) => told.startsWith('tr.csv'))).toEqual(
      delivered.filter((told) => told.startsWith('tr.csv')),
    );
    expect(imported.toSorted()).toEqual(delivered.toSorted());
  },
  60_000,
);
