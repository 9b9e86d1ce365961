import { expect, inject, it, onTestFinished } from 'vitest';
import { enghouse } from '../../src/feeds/enghouse/format.ts';
import { importFolder } from '../../src/feeds/import-folder.ts';
import { Importer } from '../../src/feeds/importer.ts';
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
