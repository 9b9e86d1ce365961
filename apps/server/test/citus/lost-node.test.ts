import { randomUUID } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createReadClients } from '../../src/database/read-clients.ts';
import { enghouse } from '../../src/feeds/enghouse/format.ts';
import { importFolder } from '../../src/feeds/import-folder.ts';
import { Importer } from '../../src/feeds/importer.ts';
import { isTemporary } from '../../src/lib/temporary-failures.ts';
import { buildPayment } from '../factories/payments.ts';
import { london, mediumKey, temporaryFolder } from '../feed-fixture.ts';
import { generateFeed } from '../generated-feed.ts';
import { onNodes } from '../on-nodes.ts';
import { createTestDatabase } from '../test-database.ts';

const { pool, url } = await createTestDatabase();
const name = new URL(url).pathname.slice(1);
const lastNode = inject('workerUrls').slice(-1);

/** For this database the node is away until it is found. */
async function loseNode(): Promise<void> {
  onTestFinished(findNode);
  await onNodes(
    lastNode,
    `alter database ${name} allow_connections false;
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
}

const findNode = () => onNodes(lastNode, `alter database ${name} allow_connections true`);

it('is named by the import that fails because it is lost, which leaves nothing behind and can be done when it is found', async () => {
  const folder = temporaryFolder();
  const { trips } = await generateFeed(folder, { taps: 200, cards: 40, days: 3 });
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());
  const importAll = async () => await importFolder(importer, folder, { format: enghouse });
  await loseNode();

  const failed = await importAll();

  expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed']);
  for (const { reason } of failed) expect(reason).toMatch(/connection to the remote node .* not currently accepting/);
  expect((await pool.query('select from feed_files')).rowCount).toBe(0);

  await findNode();
  const imported = await importAll();

  expect(imported.map(({ status }) => status)).toEqual(['imported', 'imported']);
  expect((await pool.query('select from trips')).rowCount).toBe(trips);
});

it('costs no connection to the first one and keeps no card of another node waiting, while cards are read', async () => {
  const media = Array.from({ length: 12 }, () => randomUUID());
  for (const medium_id of media) await buildPayment(pool, { medium_id, opened_at: '2026-03-10T08:00:00Z' });
  const address = new URL(url);
  address.searchParams.set('application_name', 'reads');
  const readDb = createReadClients({ url: address.href }, { size: 2, most: 4 });
  onTestFinished(() => readDb.end());
  const read = async (mediumId: string) =>
    await readDb
      .query({ text: 'select from payments where medium_id = $1', values: [mediumId] })
      .then(({ rows }) => rows.length, isTemporary);
  const readAll = async () => await Promise.all(media.map(read));
  const countReaders = async () =>
    (await pool.query(`select from pg_stat_activity where application_name = 'reads'`)).rowCount;
  expect(await readAll()).toEqual(media.map(() => 1));
  await loseNode();

  const rounds: (number | boolean)[][] = [];
  for (let round = 0; round < 10; round += 1) rounds.push(await readAll());

  expect(new Set(rounds[0])).toEqual(new Set([1, true]));
  expect(rounds).toEqual(rounds.map(() => rounds[0]));
  expect(await countReaders()).toBeLessThanOrEqual(4);
  await findNode();
  await expect.poll(readAll).toEqual(media.map(() => 1));
});
