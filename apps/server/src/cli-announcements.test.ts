import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dayMs, hourMs } from '@tapfolio/domain/durations.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandLine } from '../test/command-line.ts';
import { buildAnnouncement } from '../test/factories/announcements.ts';
import { temporaryFolder } from '../test/feed-fixture.ts';

const { pool, run, runProgram } = await createCommandLine();

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const whole = () => ({
  from: inMs(hourMs),
  until: inMs(dayMs),
  level: 'warning',
  shownOn: ['payments', 'receipt'],
  texts: {
    en_CA: {
      title: 'The bank is down tonight',
      body: 'Unpaid fares cannot be paid until 06:00.',
      more: 'https://transit.example/bank?a=1',
    },
    fr_CA: { title: 'La banque est en panne cette nuit', body: 'Un trajet impayé ne peut pas être payé avant 6 h.' },
  },
});

const least = (title: string) => ({ level: 'information', texts: { en_CA: { title, body: 'Nothing to do.' } } });

function fileOf(content: unknown): string {
  const file = path.join(temporaryFolder(), 'announcement.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function eventsOf(traceId: string): Promise<object[]> {
  const text = `select kind, passenger_id, detail from audit_events where trace_id = $1`;
  return (await pool.query(text, [traceId])).rows;
}

const stored = async (): Promise<object[]> => (await pool.query('select * from announcements')).rows;

describe('announcement', { timeout: 60_000 }, () => {
  beforeEach(async () => void (await pool.query('delete from announcements')));

  it('adds what a file says, and records that it did', async () => {
    const { from, until, level, shownOn, texts } = whole();

    const { code, lastLine } = await runProgram('announcement', 'add', fileOf({ from, until, level, shownOn, texts }));

    const { announcementId, traceId, from: begins } = JSON.parse(lastLine);
    expect([code, Date.parse(begins)]).toEqual([0, Date.parse(from)]);
    const [row] = await stored();
    expect(row).toEqual({
      announcement_id: announcementId,
      starts_at: expect.any(String),
      ends_at: expect.any(String),
      level,
      shown_on: shownOn,
      texts,
    });
    const [listed] = JSON.parse((await run('announcement', 'list')).lastLine).announcements;
    expect([listed.from, listed.until].map((at) => new Date(at).toISOString())).toEqual([from, until]);
    const detail = { announcementId, level };
    expect(await eventsOf(traceId)).toEqual([{ kind: 'announcement_added', passenger_id: null, detail }]);
  });

  it('adds one that begins now, is shown on all screens and has no end', async () => {
    const { code, lastLine, errors } = await run('announcement', 'add', fileOf(least('Late')));

    expect([code, errors]).toEqual([0, '']);
    expect(Math.abs(Date.parse(JSON.parse(lastLine).from) - Date.now())).toBeLessThan(20_000);
    expect(await stored()).toMatchObject([{ shown_on: null, ends_at: null }]);
  });

  it('names all that is wrong with a file at once, and stores nothing', async () => {
    const file = fileOf({
      from: '2026-12-01T22:00:00',
      until: '2026-13-01T22:00:00Z',
      level: 'urgent',
      shownOn: ['payments', 'home'],
      colour: 'red',
      texts: { de_DE: { title: '', body: 'x'.repeat(401), more: 'http://transit.example' }, fr: {} },
    });

    const { code, errors } = await run('announcement', 'add', file);

    const time = 'must be a time with its offset, such as 2026-12-01T22:00:00-05:00';
    expect(code).toBe(1);
    expect(errors.split('\n')).toEqual([
      `The announcement cannot be used (${file}):`,
      `  - from: ${time}`,
      `  - until: ${time}`,
      '  - level: must be one of information, warning',
      '  - shownOn.1: must be one of sign-in, cards, trips, payments, receipt',
      '  - texts.de_DE.title: must not be empty',
      '  - texts.de_DE.body: must have at most 400 characters',
      '  - texts.de_DE.more: must be an address that begins with https://, without blanks, user name and password',
      '  - texts: unknown key "fr"',
      '  - the file: unknown key "colour"',
      '  - texts.de_DE: the portal does not have this language: languages.deployed of the configuration',
      "  - texts.en_CA: is missing: languages without a text show that of the portal's first language",
      '',
    ]);
    expect(await stored()).toEqual([]);
  });

  const text = (given: object) => ({ ...whole(), texts: { en_CA: { title: 'Late', body: 'Wait.', ...given } } });
  const plain = 'must be plain text, without tags such as <b> and without &amp; and the like';
  const oneLine = 'must be one line without control characters, invisible ones and signs of direction';
  const address = 'must be an address that begins with https://, without blanks, user name and password';

  it.each([
    ['a time that has passed', { ...whole(), from: undefined, until: inMs(-1000) }, 'until: has passed'],
    ['an end before its beginning', { ...whole(), until: inMs(hourMs - 1) }, 'until: must be after from'],
    ['a day that does not exist', { ...whole(), from: '2027-02-29T00:00:00Z' }, 'from: must be a time with its offset'],
    ['no screen', { ...whole(), shownOn: [] }, 'shownOn: must not be empty'],
    ['a screen twice', { ...whole(), shownOn: ['cards', 'cards'] }, 'shownOn: names a screen twice'],
    ['no text', { ...whole(), texts: {} }, 'texts.en_CA: is missing'],
    ['no texts', { ...whole(), texts: undefined }, 'texts: is missing'],
    ['a long title', text({ title: 'x'.repeat(81) }), 'texts.en_CA.title: must have at most 80 characters'],
    ['a tag', text({ body: 'This is <b>new</b>.' }), `texts.en_CA.body: ${plain}`],
    ['a sign of HTML', text({ title: 'Trips &amp; fares' }), `texts.en_CA.title: ${plain}`],
    ['a line break', text({ body: 'One\ntwo' }), `texts.en_CA.body: ${oneLine}`],
    ['a sign that turns the direction', text({ title: 'Late \u202Eeral' }), `texts.en_CA.title: ${oneLine}`],
    ['an isolate', text({ body: '\u2067late\u2069' }), `texts.en_CA.body: ${oneLine}`],
    ['nothing visible', text({ title: '\u200B' }), `texts.en_CA.title: ${oneLine}`],
    ['a script as its address', text({ more: 'javascript:alert(1)' }), `texts.en_CA.more: ${address}`],
    ['an address with a user', text({ more: 'https://bank.example@evil.example/' }), `texts.en_CA.more: ${address}`],
    ['an address without a host', text({ more: 'https:///path' }), `texts.en_CA.more: ${address}`],
    ['an address with a blank', text({ more: 'https://a.example/a b' }), `texts.en_CA.more: ${address}`],
    ['an address with a backslash', text({ more: 'https://\\evil.example' }), `texts.en_CA.more: ${address}`],
    ['an address that turns', text({ more: 'https://a.example/\u202E' }), `texts.en_CA.more: ${address}`],
    ['an empty file', '', 'cannot be read as JSON'],
    ['no object', '[]', 'the file: must be of type object'],
  ])('refuses %s', async (_, content, sentence) => {
    const { code, errors } = await run('announcement', 'add', fileOf(content));

    expect(code).toBe(1);
    expect(errors).toContain(sentence);
    expect(await stored()).toEqual([]);
  });

  it('refuses a file that is missing or a folder in words', async () => {
    const folder = path.join(temporaryFolder(), 'folder');
    mkdirSync(folder);

    expect((await run('announcement', 'add', `${folder}/no.json`)).errors).toContain('There is no file');
    expect((await run('announcement', 'add', folder)).errors).toContain('cannot be read');
  });

  it.each([
    [['announcement'], 2, 'Usage of announcement:\n  announcement add FILE '],
    [['announcement', 'add'], 2, 'Usage'],
    [['announcement', 'add', 'a.json', 'b.json'], 2, 'Usage'],
    [['announcement', 'list', 'all'], 2, 'Usage'],
    [['announcement', 'change', randomUUID()], 2, 'Usage'],
    [['announcement', 'end'], 2, 'Usage'],
    [['announcement', 'end', 'the-bank'], 2, 'the-bank is not the ID of an announcement'],
    [['announcement', 'list', '--all'], 2, 'announcement takes no --all'],
    [['announcement', 'end', randomUUID()], 1, 'No such announcement is in force'],
    [['announcement', 'remove', randomUUID()], 1, 'There is no such announcement'],
  ])('answers %j with exit code %i and a reason', async (args, code, reason) => {
    const outcome = await run(...args);

    expect([outcome.code, outcome.errors]).toEqual([code, expect.stringContaining(reason)]);
  });

  it('lists what is in force, to come and over, the newest first', async () => {
    await buildAnnouncement(pool, { starts_at: inMs(-2 * dayMs), ends_at: inMs(-dayMs) });
    const shown = await buildAnnouncement(pool, { shown_on: ['cards', 'trips'], level: 'warning' });
    await buildAnnouncement(pool, { starts_at: inMs(dayMs) });

    const { code, printed, lastLine } = await run('announcement', 'list');

    const { announcements } = JSON.parse(lastLine);
    expect(code).toBe(0);
    expect(announcements.map(({ state }: { state: string }) => state)).toEqual(['to come', 'in force', 'ended']);
    expect(announcements[1]).toMatchObject({ announcementId: shown.announcement_id, until: null, texts: shown.texts });
    expect(printed).toMatch(
      /Z – open {2}in force {2}warning {2}cards, trips {2}Charges arrive late {2}\([\da-f-]{36}\)\n/,
    );
  });

  it('says that there is none', async () => {
    expect((await run('announcement', 'list')).printed).toContain('There is no announcement.');
  });

  it('ends one that is in force, once, and records it; one that is to come is removed', async () => {
    const { announcement_id: shown } = await buildAnnouncement(pool, { ends_at: inMs(dayMs) });
    const { announcement_id: later } = await buildAnnouncement(pool, { starts_at: inMs(dayMs) });

    const ended = await run('announcement', 'end', shown.toUpperCase());
    const again = await run('announcement', 'end', shown);
    const early = await run('announcement', 'end', later);
    const removed = await run('announcement', 'remove', later);

    expect([ended.code, again.code, early.code, removed.code]).toEqual([0, 1, 1, 0]);
    expect(early.errors).toContain('One that is to come is taken back with announcement remove.');
    const { rows } = await pool.query('select announcement_id, ends_at <= now() as is_over from announcements');
    expect(rows).toEqual([{ announcement_id: shown, is_over: true }]);
    const detail = { announcementId: shown };
    expect(await eventsOf(JSON.parse(ended.lastLine).traceId)).toEqual([
      { kind: 'announcement_ended', passenger_id: null, detail },
    ]);
    expect(await eventsOf(JSON.parse(removed.lastLine).traceId)).toEqual([
      { kind: 'announcement_removed', passenger_id: null, detail: { announcementId: later } },
    ]);
  });
});

describe('announcement add', { timeout: 60_000 }, () => {
  beforeEach(async () => void (await pool.query('delete from announcements')));

  it('says that an announcement with these texts is shown at the same time', async () => {
    const file = fileOf(least('Late'));

    expect((await run('announcement', 'add', file)).code).toBe(0);
    const { code, errors, lastLine } = await run('announcement', 'add', file);

    expect([code, JSON.parse(lastLine)]).toEqual([1, { added: false }]);
    expect(errors).toContain('An announcement with these texts is shown');
  });

  it('says that there are ten', async () => {
    for (let n = 0; n < 10; n += 1) await buildAnnouncement(pool, { starts_at: inMs(dayMs) });

    const { code, errors } = await run('announcement', 'add', fileOf(least('Late')));

    expect(code).toBe(1);
    expect(errors).toContain('10 announcements are in force or to come. End or remove one');
  });
});
