import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it, vi } from 'vitest';
import { fare } from '../../test/corrected-feed.ts';
import { emptyTables, london, temporaryFolder, writeRows } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { watchedInbox } from '../../test/watched-inbox.ts';
import { problemsOf, readFeedHealth } from './health.ts';

const { pool, url } = await createTestDatabase();
const { watch, stop, timetable } = watchedInbox(url);
beforeEach(() => emptyTables(pool));

/** What `status` says of deliveries, without the folder of the inbox. */
async function told(inbox: string): Promise<string[]> {
  const problems = problemsOf(await readFeedHealth(pool), new Date());
  return problems.filter((line) => line.startsWith(inbox)).map((line) => line.slice(inbox.length + 1));
}

/** An archive, a file and a timetable that are not entered into the ledger. */
function layRefused(inbox: string): void {
  writeFileSync(path.join(inbox, 'torn-2025-07-03.zip'), 'PK\u0003\u0004 and no more');
  writeRows(inbox, 'tr-2096-07-03.csv', [fare]);
  cpSync(timetable, path.join(inbox, 'city'), { recursive: true });
  writeFileSync(path.join(inbox, 'city', 'agency.txt'), 'agency_id,agency_name\nX,Nobody known\n');
}

const operators = [london, { ...london, code: '78', name: 'Partner', home: false }];

it('the status names what lies in the inbox and was not imported, and what to do, until it is imported or removed', async () => {
  const inbox = temporaryFolder();
  layRefused(inbox);

  await watch({ inbox, operators });
  await vi.waitFor(async () => expect(await told(inbox)).toHaveLength(3), 10_000);

  expect(await told(inbox)).toEqual([
    expect.stringMatching(/^city could not be imported: agency.txt names Nobody known.*--operator CODE.*remove it/),
    expect.stringMatching(/^torn-2025-07-03.zip could not be imported: it cannot be unpacked: .*; deliver it again or/),
    expect.stringMatching(/^tr-2096-07-03.csv could not be imported: .*correct the date in its name; deliver it again/),
  ]);
  rmSync(path.join(inbox, 'torn-2025-07-03.zip'));
  writeRows(inbox, 'tr-2025-07-03.csv', [fare]);
  rmSync(path.join(inbox, 'tr-2096-07-03.csv'));
  mkdirSync(path.join(inbox, '78'));
  cpSync(path.join(inbox, 'city'), path.join(inbox, '78', 'city'), { recursive: true });
  rmSync(path.join(inbox, 'city'), { recursive: true });
  await vi.waitFor(async () => expect(await told(inbox)).toEqual([]), 10_000);
});

// One delivery takes no process out of the load balancer: another would do no better with it.
it('the status names the folder that has no room to unpack an archive, and the process stays ready', async () => {
  const inbox = temporaryFolder();
  const away = path.join(inbox, '.no-such-folder');
  vi.stubEnv('TMPDIR', away);
  writeFileSync(path.join(inbox, 'day-2025-07-03.csv.gz'), gzipSync('tap_id;token\n'));

  const watcher = await watch({ inbox });

  const sentence = `day-2025-07-03.csv.gz could not be imported: it cannot be unpacked below ${away} (TMPDIR): ENOENT: `;
  await vi.waitFor(async () => expect(await told(inbox)).toEqual([expect.stringContaining(sentence)]), 10_000);
  expect(await told(inbox)).toEqual([expect.stringMatching(/; it is tried again in every round$/)]);
  expect(watcher.findFault()).toBeUndefined();
});

it('the status names what was imported and cannot be put into the archive, until it can, and the process stays ready', async () => {
  const [inbox, archive] = [temporaryFolder(), temporaryFolder()];
  writeRows(path.join(inbox, 'days'), 'tr-2025-07-03.csv', [fare]);
  writeFileSync(path.join(archive, 'days'), 'in the way of a folder');

  const watcher = await watch({ inbox, archive, onError: () => {} });
  await vi.waitFor(async () => expect(await told(inbox)).toHaveLength(1), 10_000);

  expect(watcher.findFault()).toBeUndefined();
  expect(await told(inbox)).toEqual([
    expect.stringMatching(
      /^days.tr-2025-07-03.csv was read, but could not be put into the archive: .*EEXIST.*; it is tried again in every round$/,
    ),
  ]);
  rmSync(path.join(archive, 'days'));
  await vi.waitFor(async () => expect(await told(inbox)).toEqual([]), 10_000);
});

it('the status forgets what was removed while no server ran, and nothing of another inbox', async () => {
  const [inbox, other] = [temporaryFolder(), temporaryFolder()];
  layRefused(inbox);
  writeRows(other, 'tr-2096-07-03.csv', [fare]);
  for (const one of [inbox, other]) {
    await watch({ inbox: one, operators });
    await vi.waitFor(async () => expect(await told(one)).not.toEqual([]), 10_000);
    await stop();
  }

  rmSync(path.join(inbox, 'torn-2025-07-03.zip'));
  await watch({ inbox, operators });
  await vi.waitFor(async () => expect(await told(inbox)).toHaveLength(2), 10_000);

  expect(await told(other)).toHaveLength(1);
});
