import { randomBytes } from 'node:crypto';
import net from 'node:net';
import pg from 'pg';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { testConfig } from '../test/build-app.ts';
import { databaseUrl } from '../test/on-nodes.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { databaseParts } from './database/tables/part-names.ts';
import { prepareDatabase } from './prepare-database.ts';

const { pool } = await createTestDatabase();
const { operators } = testConfig();
const keys = { mediumKey: randomBytes(32), accountKey: randomBytes(32) };
const mark = randomBytes(6).toString('hex');
const database = `tapfolio_prepared_${mark}`;
/** A login that owns the database and is no administrator; the roles of the parts exist. */
const owner = `tapfolio_owner_${mark}`;
const portal = `tapfolio_calls_${mark}`;
for (const login of [owner, portal]) await pool.query(`create role ${login} login password '${mark}'`);
await pool.query(`create database ${database} owner ${owner}`);
await pool.query(`alter database ${database} set log_error_verbosity = terse`);
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
  it('says who has to prepare the database when its login may not migrate', async () => {
    const early = prepareDatabase({ url: urlOf(portal), ownerUrl: undefined }, { operators, keys, parts: ['portal'] });

    await expect(early).rejects.toThrow(
      /the database lacks 202611220000_baseline and \d+ later migrations, .*DATABASE_OWNER_URL first/,
    );
  });

  it('migrates as the owner and then works with a login without further rights', async () => {
    await prepareDatabase({ url: urlOf(portal), ownerUrl: urlOf(owner) }, { operators, keys, parts: ['portal'] });
    await prepareDatabase({ url: urlOf(portal), ownerUrl: undefined }, { operators, keys, parts: ['portal'] });

    const client = new pg.Client({ connectionString: urlOf(owner) });
    await client.connect();
    const { rows } = await client.query('select operator_code from operators');
    await client.end();
    expect(rows).toEqual(operators.map(({ code }) => ({ operator_code: code })));
  });

  it('says that the two addresses were mistaken for one another', async () => {
    const swapped = prepareDatabase({ url: urlOf(owner), ownerUrl: urlOf(portal) }, { operators, keys, parts: [] });

    await expect(swapped).rejects.toThrow(
      'the login of DATABASE_OWNER_URL may not migrate: is it the one that is meant for DATABASE_URL? See docs/runbook.md, "Roles of the database"',
    );
  });

  it('changes nothing where the owner and the parts have addresses of two databases', async () => {
    const other = `${database}_restored`;
    await pool.query(`create database ${other} owner ${owner}`);
    onTestFinished(async () => {
      await pool.query(`drop database ${other} with (force)`);
    });
    const ownerUrl = urlOf(owner).replace(database, other);

    const apart = prepareDatabase({ url: urlOf(portal), ownerUrl }, { operators, keys, parts: ['portal'] });

    await expect(apart).rejects.toThrow('DATABASE_URL and DATABASE_OWNER_URL lead to two databases');
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    const tables = await client.query(`select from pg_tables where schemaname = 'public'`);
    await client.end();
    expect(tables.rows).toEqual([]);
  });

  it.each([
    ['LDN', ['1']],
    ['001', []],
  ])('refuses an operator whose code "1" has become "%s", and says what to do', async (code, aliases) => {
    const [home] = operators;
    const stop = 'insert into stops (operator_code, stop_id, name, updated_at) values ($1, $2, $2, now())';
    await asOwner(`${stop} on conflict do nothing`, ['1', 'Central']);
    const renamed = operators.map((operator) => (operator === home ? { ...operator, code, aliases } : operator));

    const wrong = prepareDatabase(
      { url: urlOf(portal), ownerUrl: urlOf(owner) },
      { operators: renamed, keys, parts: ['portal'] },
    );

    await expect(wrong).rejects.toThrow(
      `the database knows the operator "${code}" as "1": keep "code": "1" in the configuration and name "${code}" in its aliases`,
    );
  });

  it('takes another code of an operator of which nothing was delivered: the first one was mistyped', async () => {
    const [home] = operators;
    if (home === undefined) throw new Error('an operator is configured');
    const partner = { ...home, home: false, name: 'Partner' };
    const start = (partnerAsConfigured: typeof partner) =>
      prepareDatabase(
        { url: urlOf(portal), ownerUrl: urlOf(owner) },
        { operators: [...operators, partnerAsConfigured], keys, parts: ['portal'] },
      );
    await start({ ...partner, code: 'otc' });
    const key = { keyHash: randomBytes(32), scopes: '{refunds:read}', expires: '2099-01-01' };
    await asOwner(
      'insert into api_keys (key_hash, name, operator_code, scopes, place, expires_at) values ($1, $2, $3, $4, 1, $5)',
      [key.keyHash, 'partner', 'otc', key.scopes, key.expires],
    );

    await start({ ...partner, code: 'OCT', aliases: ['OTC'] });

    const codes = await asOwner("select operator_code from operators where operator_code ~* '^o'");
    const keyCodes = await asOwner('select operator_code from api_keys');
    expect([codes, keyCodes]).toEqual([[{ operator_code: 'OCT' }], [{ operator_code: 'OCT' }]]);
    await asOwner(`insert into stops (operator_code, stop_id, name, updated_at) values ('OCT', 'A', 'A', now())`);
    await expect(start({ ...partner, code: '0OCT' })).rejects.toThrow(
      'the database knows the operator "0OCT" as "OCT"',
    );
  });

  it('refuses to start a part whose rights its login may not have', async () => {
    const wrong = prepareDatabase(
      { url: urlOf(portal), ownerUrl: undefined },
      { operators, keys, parts: ['portal', 'auth'] },
    );

    await expect(wrong).rejects.toThrow('The part "auth" cannot work as tapfolio_auth: permission denied to set role');
  });

  it('names the document about logins when its login may not act as the part', async () => {
    const wrong = prepareDatabase({ url: urlOf(portal), ownerUrl: undefined }, { operators, keys, parts: ['worker'] });

    await expect(wrong).rejects.toThrow(
      'permission denied to set role "tapfolio_worker". See docs/runbook.md, "Roles of the database"',
    );
  });

  it('needs one login if that is a member of all parts', async () => {
    await pool.query(`grant ${databaseParts.map((part) => `tapfolio_${part}`).join(', ')} to ${owner}`);

    const notices: string[] = [];
    const onNotice = (sentence: string) => notices.push(sentence);

    const ready = prepareDatabase(
      { url: urlOf(owner), ownerUrl: undefined },
      { operators, keys, parts: databaseParts, onNotice },
    );

    await expect(ready).resolves.toBeUndefined();
    expect(notices).toEqual([]);
  });

  it('refuses another key than the first one of the database, and names it', async () => {
    const database = { url: urlOf(portal), ownerUrl: urlOf(owner) };
    const start = (others: Partial<typeof keys>) =>
      prepareDatabase(database, { operators, keys: { ...keys, ...others }, parts: ['portal'] });

    await expect(start({ mediumKey: randomBytes(32) })).rejects.toThrow(
      'secrets.mediumKeyFile holds another key than the one this database was begun with: no card would be recognised again',
    );
    await expect(start({ accountKey: randomBytes(32) })).rejects.toThrow('secrets.accountKeyFile holds another key');
    await start({});
  });

  it('ends the keys of operators’ systems once another account key is in force, says so, and lets their names have new ones', async () => {
    const start = await withApiKeys();

    await asOwner(`delete from key_checks where name = 'secrets.accountKeyFile'`);
    const notices = await start({ accountKey: randomBytes(32) });

    expect(notices).toEqual(["secrets.accountKeyFile holds a new key: 2 API keys of operators' systems have ended"]);
    expect(await asOwner('select from api_keys where revoked_at is null')).toEqual([]);
    const events = `select detail ->> 'name' as name from audit_events where kind = 'api_key_revoked'`;
    expect(await asOwner(events)).toEqual([{ name: 'back-office' }, { name: 'back-office' }]);
  });

  it('keeps the keys of operators’ systems where the account key is the same and only its row was deleted, and says so', async () => {
    const start = await withApiKeys();

    await asOwner(`delete from key_checks where name = 'secrets.accountKeyFile'`);
    const notices = await start();

    expect(notices).toEqual([
      "secrets.accountKeyFile holds the key that this database had before: it is remembered again, and API keys of operators' systems stay valid",
    ]);
    expect(await asOwner('select from api_keys where revoked_at is null')).toHaveLength(2);
    await expect(start({ accountKey: randomBytes(32) })).rejects.toThrow('secrets.accountKeyFile holds another key');
    expect(await asOwner('select from api_keys where revoked_at is null')).toHaveLength(2);
  });

  it('starts on a database of a newer version and says so', async () => {
    const notices: string[] = [];
    await asOwner(`insert into schema_migrations (name, run_on) values ('999912312359_later', now())`);

    const onNotice = (sentence: string) => void notices.push(sentence);
    await prepareDatabase(
      { url: urlOf(portal), ownerUrl: urlOf(owner) },
      { operators, keys, parts: ['portal'], onNotice },
    );

    expect(notices).toEqual(['the database is of a newer version: it has run 999912312359_later as well']);
  });

  it('says that the database takes no writes, as a standby or a restore that has paused, and where that is explained', async () => {
    const settle = (isReadOnly: boolean) =>
      pool.query(`alter database ${database} set default_transaction_read_only = ${isReadOnly}`);
    await settle(true);
    onTestFinished(async () => void (await settle(false)));

    const start = prepareDatabase({ url: urlOf(owner), ownerUrl: undefined }, { operators, keys, parts: [] });

    await expect(start).rejects.toThrow(
      /^the database takes no writes \(cannot execute .*\): .* restored to a point in time and has paused\. See docs\/runbook\.md, "Backup"$/,
    );
  });

  it('says when the database keeps personal data in its own log', async () => {
    const notices: string[] = [];
    await pool.query(`alter database ${database} set log_error_verbosity = verbose`);
    onTestFinished(async () => {
      await pool.query(`alter database ${database} set log_error_verbosity = terse`);
    });

    const onNotice = (sentence: string) => void notices.push(sentence);
    await prepareDatabase(
      { url: urlOf(portal), ownerUrl: undefined },
      { operators, keys, parts: ['portal'], onNotice },
    );

    expect(notices).toContainEqual(expect.stringContaining('set log_error_verbosity to terse'));
  });

  it('does not wait for a database that does not answer', async () => {
    const silent = net.createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    // A server listening on TCP has an address with a port.
    const { port } = silent.address() as net.AddressInfo;
    const url = `postgresql://somebody@127.0.0.1:${port}/nothing`;

    const started = prepareDatabase({ url, ownerUrl: undefined }, { operators, keys, parts: ['portal'] });

    await expect(started).rejects.toThrow(`the database at 127.0.0.1:${port} cannot be reached: timeout expired`);
    silent.close();
  });
});

/** Begins with two keys of one system; returns what starts again and tells the notices. */
async function withApiKeys(): Promise<(others?: Partial<typeof keys>) => Promise<string[]>> {
  const start = async (others: Partial<typeof keys> = {}) => {
    const notices: string[] = [];
    const preparation = { operators, keys: { ...keys, ...others }, parts: ['portal'] as const };
    await prepareDatabase(
      { url: urlOf(portal), ownerUrl: urlOf(owner) },
      { ...preparation, onNotice: (sentence) => void notices.push(sentence) },
    );
    return notices;
  };
  await asOwner(`delete from key_checks where name like 'secrets.accountKeyFile%'`);
  await asOwner('delete from api_keys');
  await start();
  for (const place of [1, 2])
    await asOwner(
      `insert into api_keys (key_hash, name, scopes, place, expires_at) values ($1, 'back-office', '{refunds:read}', $2, '2099-01-01')`,
      [randomBytes(32), place],
    );
  expect(await start()).toEqual([]);
  return start;
}

async function asOwner(statement: string, values: unknown[] = []): Promise<object[]> {
  const client = new pg.Client({ connectionString: urlOf(owner) });
  await client.connect();
  const { rows } = await client.query<object>(statement, values);
  await client.end();
  return rows;
}
