import { expect, it } from 'vitest';
import { testConfig } from '../test/build-app.ts';
import { temporaryDirectory } from '../test/temporary-directory.ts';
import { openDatabase } from './open-database.ts';

it('says in production that the built-in database is used, because a setting may be missing', async () => {
  const config = testConfig({ dataDirectory: temporaryDirectory(), databaseUrl: undefined, production: true });
  const notices: string[] = [];

  const { stop } = await openDatabase(config, (sentence) => void notices.push(sentence));
  await stop();

  expect(notices).toContainEqual(
    'DATABASE_URL names no database: the built-in one is used, which is empty at first and meant for trials',
  );
});
