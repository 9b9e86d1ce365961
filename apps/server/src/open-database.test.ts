import { describe, expect, it } from 'vitest';
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

describe('a database on another machine', () => {
  const noticesOf = async (databaseUrl: string, { production = true, databaseOwnerUrl = databaseUrl } = {}) => {
    const notices: string[] = [];
    const config = testConfig({ databaseUrl, databaseOwnerUrl, production });
    await openDatabase(config, (sentence) => void notices.push(sentence));
    return notices;
  };

  it.each([
    ['without TLS', 'postgresql://a:b@db.example.org/c'],
    ['with TLS that anybody may answer', 'postgresql://a:b@db.example.org/c?sslmode=no-verify'],
    ['with TLS only if it offers it', 'postgresql://a:b@db.example.org/c?sslmode=prefer'],
  ])('is warned of in production: %s', async (_what, url) => {
    const notices = await noticesOf(url);

    expect(notices).toEqual([
      'DATABASE_URL leads to another machine that need not prove who it is: write sslmode=verify-full',
      'DATABASE_OWNER_URL leads to another machine that need not prove who it is: write sslmode=verify-full',
    ]);
    expect(await noticesOf(url, { production: false })).toEqual([]);
  });

  it.each([
    'postgresql://a:b@db.example.org/c?sslmode=verify-full',
    'postgresql://a:b@127.0.0.1/c',
    'postgresql://a:b@[::1]/c',
    'postgresql://a:b@localhost/c',
    'postgresql://a:b@%2Frun%2Fpostgresql/c',
  ])('is not warned of with proof, and one on this machine needs none: %s', async (url) => {
    expect(await noticesOf(url)).toEqual([]);
  });
});
