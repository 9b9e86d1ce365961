import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { testConfig } from '../test/build-app.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { databaseUrl } from '../test/test-server.ts';
import { databaseParts } from './database/parts.ts';
import { prepareDatabase } from './prepare-database.ts';

const { pool } = await createTestDatabase();
const { operators } = testConfig();
const mark = randomBytes(6).toString('hex');
const database = `tapfolio_prepared_${mark}`;
/** Owns the database and is no administrator; the roles of the parts are there already. */
const owner = `tapfolio_owner_${mark}`;
const portal = `tapfolio_calls_${mark}`;
for (const login of [owner, portal]) await pool.query(`create role ${login} login password '${mark}'`);
await pool.query(`create database ${database} owner ${owner}`);
await pool.query(`grant tapfolio_portal to ${portal}`);
afterAll(async () => {
  await pool.query(`drop database ${database} with (force)`);
  await pool.query(`drop role ${owner}, ${portal}`);
});

function urlOf(login: string): string {
  const url = new URL(databaseUrl(inject('serverUrl'), database));
  url.username = login;
  url.password = mark;
  return url.href;
}

describe('prepareDatabase', () => {
  it('says who has to come first when its login may not migrate', async () => {
    const early = prepareDatabase({ url: urlOf(portal), ownerUrl: undefined }, operators, ['portal']);

    await expect(early).rejects.toThrow(/the database lacks 0001_reference, .*DATABASE_OWNER_URL first/);
  });

  it('migrates with the owner and lets a login work that can do nothing else', async () => {
    await prepareDatabase({ url: urlOf(portal), ownerUrl: urlOf(owner) }, operators, ['portal']);
    await prepareDatabase({ url: urlOf(portal), ownerUrl: undefined }, operators, ['portal']);

    const client = new pg.Client({ connectionString: urlOf(owner) });
    await client.connect();
    const { rows } = await client.query('select operator_code from operators');
    await client.end();
    expect(rows).toEqual(operators.map(({ code }) => ({ operator_code: code })));
  });

  it('refuses to start a part whose rights its login may not take', async () => {
    const wrong = prepareDatabase({ url: urlOf(portal), ownerUrl: undefined }, operators, ['portal', 'auth']);

    await expect(wrong).rejects.toThrow('The part "auth" cannot work as tapfolio_auth: permission denied to set role');
  });

  it('needs no more than one login when that is a member of all', async () => {
    await pool.query(`grant ${databaseParts.map((part) => `tapfolio_${part}`).join(', ')} to ${owner}`);

    await prepareDatabase({ url: urlOf(owner), ownerUrl: undefined }, operators, databaseParts);
  });
});
