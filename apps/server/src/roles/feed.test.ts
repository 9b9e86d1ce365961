import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { temporaryFolder } from '../../test/feed-fixture.ts';
import { createLogger } from '../lib/logger.ts';
import { feedRole } from './feed.ts';

const { context } = await createTestApp([]);

it('logs one line per file, with its counts as plain values', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(line, _, done) {
      lines.push(String(line));
      done();
    },
  });
  const inbox = temporaryFolder();
  const config = { ...context.config, feeds: { ...context.config.feeds, inbox, pollSeconds: 1 } };
  const row = 'T;card;2025-06-01;;77;978';
  writeFileSync(
    path.join(inbox, 'tap.csv'),
    `tap_id;token;terminal_date;payment_reference;operator_id;currency\n${row}\n`,
  );

  const role = await feedRole({ ...context, config }, createLogger(config, sink));
  onTestFinished(() => role.stop());
  await vi.waitFor(() => expect(lines).toHaveLength(1), 15_000);

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'feed file tap.csv: refused',
    counts: { taps: { quarantined: 1 } },
    quarantined: [{ line: 2, reason: 'not a date and time' }],
  });
});

it('cancels the import of a file when it is stopped, and leaves the file in the inbox', async () => {
  const inbox = temporaryFolder();
  const config = { ...context.config, feeds: { ...context.config.feeds, inbox, pollSeconds: 1 } };
  const lock = await context.pool.connect();
  await lock.query('begin; lock table media in access exclusive mode');
  writeFileSync(
    path.join(inbox, 'tap-2025-06-02.csv'),
    'tap_id;token;terminal_date;payment_reference;operator_id;currency\nU;card;2025-06-02 08:00:00;;77;978\n',
  );
  const role = await feedRole({ ...context, config }, pino({ level: 'silent' }));
  const waiting = `select from pg_stat_activity where application_name = 'tapfolio feed' and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await context.pool.query(waiting)).rowCount).toBe(1), 10_000);

  await role.stop();

  await lock.query('rollback');
  lock.release();
  const { rowCount } = await context.pool.query('select from feed_files where name = $1', ['tap-2025-06-02.csv']);
  expect([rowCount, existsSync(path.join(inbox, 'tap-2025-06-02.csv'))]).toEqual([0, true]);
});

it.each([
  ['an operator that is not configured', { operator: 'mistyped' }, 'feeds.stopMaps: no operator has the code mistyped'],
  ['a table that is not there', {}, 'feeds.stopMaps: /nowhere/stops.csv cannot be read'],
])('does not start with a table of stops for %s', async (_, wrong, sentence) => {
  const columns = { from: 'place', stop: 'stop_id' };
  const stopMaps = [{ operator: '1', file: '/nowhere/stops.csv', by: 'location' as const, columns, ...wrong }];
  const feeds = { ...context.config.feeds, inbox: temporaryFolder(), stopMaps };

  const started = feedRole({ ...context, config: { ...context.config, feeds } }, pino({ level: 'silent' }));

  await expect(started).rejects.toThrow(sentence);
});

it('shows what the configuration says of operators from its start on, and not only after a file has come', async () => {
  const feeds = { ...context.config.feeds, inbox: temporaryFolder() };
  const operators = context.config.operators.map((operator) => ({ ...operator, name: `New name ${operator.code}` }));

  const role = await feedRole(
    { ...context, config: { ...context.config, feeds, operators } },
    pino({ level: 'silent' }),
  );
  onTestFinished(() => role.stop());

  const { rows } = await context.pool.query('select operator_code as code, name from operators order by 1');
  expect(rows).toEqual(
    operators.map(({ code, name }) => ({ code, name })).sort((one, other) => one.code.localeCompare(other.code)),
  );
});

it('does not start with another code for an operator that is known under one of its aliases', async () => {
  const feeds = { ...context.config.feeds, inbox: temporaryFolder() };
  const operators = context.config.operators.map((one) => ({ ...one, code: `9${one.code}`, aliases: [one.code] }));

  const started = feedRole({ ...context, config: { ...context.config, feeds, operators } }, pino({ level: 'silent' }));

  await expect(started).rejects.toThrow('keep "code": ');
});

it('makes an inbox that other accounts of the machine cannot read', async () => {
  const inbox = path.join(temporaryFolder(), 'feeds', 'inbox');
  const config = { ...context.config, feeds: { ...context.config.feeds, inbox } };

  const role = await feedRole({ ...context, config }, pino({ level: 'silent' }));

  expect(statSync(inbox).mode & 0o777).toBe(0o750);
  await role.stop();
});

it('names the setting and the folder when the inbox cannot be made', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const inbox = path.join(file, 'inbox');
  const config = { ...context.config, feeds: { ...context.config.feeds, inbox } };

  await expect(feedRole({ ...context, config }, pino({ level: 'silent' }))).rejects.toThrow(
    `feeds.inbox: ${inbox} cannot be made here (ENOTDIR: not a directory, mkdir '${inbox}'). Make it, writable for the server's account`,
  );
});
