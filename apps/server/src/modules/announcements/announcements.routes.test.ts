import { announcements } from '@tapfolio/contracts/announcements.ts';
import { hourMs } from '@tapfolio/domain/durations.ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type TestContext } from '../../../test/build-app.ts';
import { buildAnnouncement } from '../../../test/factories/announcements.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { traceHeader } from '../../../test/trace-header.ts';
import { buildApp } from '../../app.ts';
import { createDatabases } from '../../database/parts.ts';
import { portalRole } from '../../roles/portal.ts';

const { context, pool, url: databaseUrl } = await createTestApp([portalRole]);
const url = '/public/api/v1/portal/announcements';
const deployed = ['en_CA', 'fr_CA', 'de_DE'] as const;

/** A process that has just started: it has read nothing. */
async function startProcess(overrides: Partial<TestContext> = {}) {
  const databases = createDatabases({ url: databaseUrl });
  const config = { ...context.config, languages: { deployed: [...deployed], hosts: {} } };
  const app = await buildApp({ ...context, databases, config, ...overrides }, [portalRole]);
  onTestFinished(async () => {
    await app.close();
    await databases.end();
  });
  const ask = (query: Record<string, string> = {}) => app.inject({ url, query, headers: { 'x-trace': traceHeader() } });
  const items = async (query?: Record<string, string>) => announcements.parse((await ask(query)).json()).items;
  return { ask, items };
}

const inMs = (ms: number) => new Date(Date.now() + ms);

beforeEach(async () => void (await pool.query('delete from announcements')));

describe('listAnnouncements', () => {
  it('tells everybody what is in force, in the language of the page', async () => {
    const until = inMs(hourMs);
    // PostgreSQL writes no zeros at the end of a fraction.
    until.setMilliseconds(123);
    const { announcement_id: id } = await buildAnnouncement(pool, {
      level: 'warning',
      ends_at: until,
      shown_on: ['payments', 'receipt'],
      texts: {
        fr_CA: { title: 'Débits', body: 'En retard.', more: 'https://transport.example/d' },
        en_CA: { title: 'Charges', body: 'Late.' },
      },
    });
    const { items } = await startProcess();

    expect(await items({ language: 'fr_CA' })).toEqual([
      {
        id,
        level: 'warning',
        from: expect.stringMatching(/^\d{4}-.*Z$/),
        until: until.toISOString(),
        shownOn: ['payments', 'receipt'],
        language: 'fr_CA',
        title: 'Débits',
        body: 'En retard.',
        moreUrl: 'https://transport.example/d',
      },
    ]);
  });

  it('has no announcement that has ended, and none that begins in more than an hour', async () => {
    await buildAnnouncement(pool, { ends_at: inMs(-1000) });
    await buildAnnouncement(pool, { starts_at: inMs(hourMs + 60_000) });
    const soon = await buildAnnouncement(pool, { starts_at: inMs(hourMs - 60_000) });
    const { items } = await startProcess();

    expect((await items()).map(({ id }) => id)).toEqual([soon.announcement_id]);
  });

  it('has warnings first, then the newest', async () => {
    const old = await buildAnnouncement(pool, { starts_at: inMs(-9000) });
    const newer = await buildAnnouncement(pool, { starts_at: inMs(-8000) });
    const warning = await buildAnnouncement(pool, { starts_at: inMs(-10_000), level: 'warning' });
    const { items } = await startProcess();

    const inOrder = [warning, newer, old].map((one) => one.announcement_id);
    expect((await items()).map(({ id }) => id)).toEqual(inOrder);
  });

  it.each([
    ['the language of the page', 'fr_CA', { en_CA: 'Late', fr_CA: 'En retard' }, ['fr_CA', 'En retard']],
    ['the first language, if there is no text in that of the page', 'de_DE', { en_CA: 'Late' }, ['en_CA', 'Late']],
    ['the first language, if the portal does not have that of the page', 'pl_PL', { en_CA: 'Late' }, ['en_CA', 'Late']],
    ['the first language, if the page names none', undefined, { fr_CA: 'En retard', en_CA: 'Late' }, ['en_CA', 'Late']],
    ['a language that is left, if the first one was changed since', 'de_DE', { fr_CA: 'Tard' }, ['fr_CA', 'Tard']],
    ['nothing, if no language is left', 'en_CA', { sk_SK: 'Neskoro' }, undefined],
  ])('has its text in %s', async (_, language, titles, expected) => {
    const texts = Object.entries(titles).map(([locale, title]) => [locale, { title, body: title }]);
    await buildAnnouncement(pool, { texts: Object.fromEntries(texts) });
    const { items } = await startProcess();

    const [found] = await items(language === undefined ? {} : { language });

    expect(found && [found.language, found.title]).toEqual(expected);
  });

  it('is shown by every process within seconds, without a restart, and is gone everywhere after its end', async () => {
    const processes = [await startProcess(), await startProcess()];
    const counts = () => Promise.all(processes.map(async ({ items }) => (await items()).length));
    let passedMs = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
    onTestFinished(() => clock.mockRestore());
    expect(await counts()).toEqual([0, 0]);

    await buildAnnouncement(pool);
    passedMs += 5000;
    expect(await counts()).toEqual([1, 1]);

    await pool.query('update announcements set ends_at = now()');
    passedMs += 5000;
    expect(await counts()).toEqual([0, 0]);
  });

  it('is kept by no cache: the page learns the time of the server from its answers', async () => {
    const { ask } = await startProcess();

    const { headers } = await ask();

    expect([headers['cache-control'], headers['set-cookie']]).toEqual(['no-store', undefined]);
  });

  it('refuses a language that does not exist', async () => {
    const { ask } = await startProcess();

    expect((await ask({ language: 'xx_XX' })).statusCode).toBe(400);
  });

  it.each([
    ['may not be read', 'revoke select on announcements from tapfolio_portal', 'db_cannot_read'],
    ['is locked', 'begin; lock table announcements in access exclusive mode', 'unavailable'],
  ])('is refused if the table %s and nothing was ever read', async (_, spoil, code) => {
    const { ask } = await startProcess();
    const client = await pool.connect();
    onTestFinished(async () => {
      await client.query('rollback');
      client.release();
      await pool.query('grant select on announcements to tapfolio_portal');
    });

    await client.query(spoil);

    expect(codeOf(await ask())).toBe(code);
  });
});
