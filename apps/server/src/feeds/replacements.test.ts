import { utimesSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { exported, tap } from '../../test/corrected-feed.ts';
import {
  emptyTables,
  importInto,
  london,
  mediumKey,
  mediumOf,
  temporaryFolder,
  writeRows,
} from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { formats } from './formats.ts';
import { importFile } from './import-deliveries.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => await emptyTables(pool));

let taps = 0;

/** The row of a tap of this card on that day of June. */
function tapOf(token: string, day: number, more: Record<string, string> = {}): Record<string, string> {
  taps += 1;
  const at = `2025-06-${String(day).padStart(2, '0')}T12:00:00Z`;
  const identity = { tap_id: `T-${taps}`, token, terminal_date: at, payment_reference: `ABCDEFGHJK${1000 + taps}` };
  return { ...tap, ...identity, par: 'one account', form_factor: 'plastic', ...more };
}

async function deliver(day: number, ...rows: Record<string, string>[]): Promise<void> {
  await importInto(url, exported(temporaryFolder(), 'tap', day, rows));
}

/** Imports rows of the operator's own file of cards, exported on that day of July. */
const deliverCards = async (day: number, ...rows: Record<string, string>[]) =>
  await importCards(writeCards(`cards-2025-07-0${day}.csv`, rows));

/** The same file without a date in its name. */
async function deliverUndatedCards(day: number, ...rows: Record<string, string>[]) {
  const file = writeCards('cards.csv', rows);
  const writtenAt = new Date(`2025-07-0${day}T12:00:00Z`);
  utimesSync(file, writtenAt, writtenAt);
  return await importCards(file);
}

function writeCards(name: string, rows: Record<string, string>[]): string {
  const complete = rows.map((row) => ({ operator_id: '77', successor_token: '', ...row }));
  return writeRows(temporaryFolder(), name, complete);
}

async function importCards(file: string) {
  const single = formats.filter((format) => format.folder === undefined);
  const options = { databaseUrl: url, operators: [london], mediumKey };
  return await withImporter(options, (importer) => importFile(importer, { formats: single, path: file }));
}

const names = ['old', 'new', 'newer', 'phone', 'another'];

/** Each replaced card with its successor, by the tokens of the tests. */
async function replacements(): Promise<string[]> {
  const nameOf = new Map(names.map((name) => [mediumOf(name), name]));
  const { rows } = await pool.query<{ medium_id: string; successor_id: string; source: string }>(
    'select medium_id, successor_id, source from replacements where successor_id is not null',
  );
  return rows.map((row) => `${nameOf.get(row.medium_id)} → ${nameOf.get(row.successor_id)} (${row.source})`).sort();
}

async function statusOf(token: string): Promise<string> {
  const { rows } = await pool.query<{ status: string }>('select status from media where medium_id = $1', [
    mediumOf(token),
  ]);
  return rows[0]?.status ?? 'unknown';
}

describe('cards of one payment account', () => {
  it('replace one another in the order of their first days, in one delivery or in several', async () => {
    await deliver(1, tapOf('old', 1), tapOf('old', 3));
    await deliver(2, tapOf('new', 5));
    expect(await replacements()).toEqual(['old → new (account)']);

    await deliver(3, tapOf('newer', 9), tapOf('new', 7));
    expect(await replacements()).toEqual(['new → newer (account)', 'old → new (account)']);
  });

  it('do not replace a phone, a card of another account, or a card that began on the same day', async () => {
    await deliver(
      1,
      tapOf('old', 1),
      tapOf('phone', 5, { form_factor: 'phone' }),
      tapOf('another', 5, { par: 'another account' }),
    );
    await deliver(2, tapOf('new', 1));

    expect(await replacements()).toEqual([]);
  });

  it('are found without their account reference being stored', async () => {
    await deliver(1, tapOf('old', 1), tapOf('new', 5));

    const { rows } = await pool.query(`select account_id::text as id from account_media`);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('one account');
  });

  it('are not used when the reference has too many media, and so is no real account', async () => {
    const strangers = Array.from({ length: 19 }, (_, stranger) => tapOf(`stranger ${stranger}`, 1));
    await deliver(1, tapOf('old', 1), tapOf('new', 5), ...strangers);

    expect(await replacements()).toEqual([]);
  });

  it('are not found when the delivery has no account reference', async () => {
    await deliver(1, tapOf('old', 1, { par: '' }), tapOf('new', 5, { par: '' }));

    expect(await replacements()).toEqual([]);
  });
});

describe("an operator's file of cards", () => {
  it('says which card is lost or replaced, and its successor; the newest export counts', async () => {
    await deliver(1, tapOf('old', 1, { par: '' }), tapOf('new', 5, { par: '' }));

    const report = await deliverCards(3, { token: 'old', card_status: 'replaced', successor_token: 'new' });
    await deliverCards(2, { token: 'old', card_status: 'lost', successor_token: 'another' });

    expect(report).toMatchObject({ format: 'products', status: 'imported', quarantined: [] });
    expect(await statusOf('old')).toBe('replaced');
    expect(await replacements()).toEqual(['old → new (operator)']);
    await deliverCards(4, { token: 'old', card_status: 'active' });
    expect(await statusOf('old')).toBe('active');
    await deliverCards(5, { token: 'old', card_status: 'card_dead' });
    expect(await statusOf('old')).toBe('card_dead');
  });

  it('says again that a card is lost which was found in between, also where no file has a date in its name', async () => {
    const [lost, found] = [
      { token: 'old', card_status: 'lost' },
      { token: 'old', card_status: 'active' },
    ];
    await deliverUndatedCards(1, lost);
    await deliverUndatedCards(2, found);

    expect(await deliverUndatedCards(3, lost)).toMatchObject({ status: 'imported' });
    expect(await statusOf('old')).toBe('lost');
    // What was read before is known, however often it is read.
    expect(await deliverUndatedCards(3, lost)).toMatchObject({ status: 'unchanged' });
    expect(await deliverUndatedCards(2, found)).toMatchObject({ status: 'unchanged' });
    expect(await statusOf('old')).toBe('lost');
  });

  it('is known under a newer time of the file, where nothing else was delivered in between', async () => {
    await deliverUndatedCards(1, { token: 'old', card_status: 'lost' });

    expect(await deliverUndatedCards(2, { token: 'old', card_status: 'lost' })).toMatchObject({ status: 'unchanged' });
  });

  it.each([[[3, 4]], [[4, 3]]])('removes a successor when a newer row has none, delivered as %j', async (order) => {
    const said = { 3: { card_status: 'replaced', successor_token: 'another' }, 4: { card_status: 'active' } };
    for (const day of order as (3 | 4)[]) await deliverCards(day, { token: 'old', ...said[day] });

    expect(await replacements()).toEqual([]);
    await deliver(4, tapOf('old', 1), tapOf('new', 5));
    await deliverCards(3, { token: 'old', ...said[3] }, { token: 'newer', card_status: 'active' });
    expect(await replacements()).toEqual(['old → new (account)']);
  });

  it('does not remove a successor that follows from the account; of two rows of a file the later counts', async () => {
    await deliver(1, tapOf('old', 1), tapOf('new', 5));
    await deliverCards(3, { token: 'old', card_status: 'active' });
    expect(await replacements()).toEqual(['old → new (account)']);

    const wrong = { token: 'newer', card_status: 'replaced', successor_token: 'another' };
    await deliverCards(4, wrong, { token: 'newer', card_status: 'active' });
    expect(await replacements()).toEqual(['old → new (account)']);
  });

  it('wins over what follows from the account', async () => {
    await deliver(1, tapOf('old', 1), tapOf('new', 5));
    await deliverCards(3, { token: 'old', card_status: 'replaced', successor_token: 'another' });
    await deliver(4, tapOf('newer', 9));

    expect(await replacements()).toEqual(['new → newer (account)', 'old → another (operator)']);
  });

  it.each([
    [{ token: 'old', card_status: 'eaten' }, 'unknown value', 'card_status: eaten'],
    [{ token: 'old', card_status: '' }, 'missing value', 'card_status'],
    [{ token: '', card_status: 'lost' }, 'missing value', 'token'],
    [
      { token: 'old', card_status: 'replaced', successor_token: 'old' },
      'a card does not replace itself',
      'successor_token',
    ],
  ])('sets a row with %j aside', async (row, reason, detail) => {
    const report = await deliverCards(2, row, { token: 'another', card_status: 'lost' });

    expect(report.quarantined).toEqual([{ line: 2, reason, detail }]);
    expect(await statusOf('another')).toBe('lost');
  });
});

describe('what the bank says about a card when it refuses a payment', () => {
  const refused = {
    ...{ id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: '2025-06-02T12:00:00Z', amount: '250' },
    ...{ payment_reference: '', token: 'old', operatorid: '77', spdh_response: '005' },
    ...{ issuer_response: '', response_message: '' },
  };
  const paid = { ...refused, id: 'X-2', timestamp: '2025-06-05T12:00:00Z', spdh_response: '000' };
  const answer = async (day: number, ...rows: Record<string, string>[]) =>
    await importInto(url, exported(temporaryFolder(), 'tx', day, rows));

  it.each([
    ['lost', { spdh_response: '041' }],
    ['lost', { spdh_response: '43' }],
    ['lost', { response_message: 'STOLEN CARD, PICK UP' }],
    ['lost', { issuer_response: '41' }],
    ['lost', { response_message: 'Lost card' }],
    ['lost', { response_message: 'CARD REPORTED LOST' }],
    ['lost', { response_message: 'Connection lost', spdh_response: '041' }],
    ['card_dead', { spdh_response: '054' }],
    ['card_dead', { issuer_response: '54' }],
    ['card_dead', { response_message: 'Expired card' }],
    ['card_dead', { response_message: 'The card has expired.' }],
    ['active', { spdh_response: '051' }],
    ['active', { response_message: 'Connection to the host lost' }],
    ['active', { response_message: 'Session expired' }],
    ['active', { spdh_response: '054', issuer_response: '51' }],
    ['active', { spdh_response: '000', response_message: 'expired in 2031' }],
  ])('makes it %s (%j)', async (status, more) => {
    await answer(1, { ...refused, operation: 'CARD_VERIFY', ...more });

    expect(await statusOf('old')).toBe(status);
  });

  it('does not count when its row is set aside', async () => {
    const rows = [
      { ...refused, operation: 'UNKNOWN', spdh_response: '041' },
      { ...refused, id: 'X-2', spdh_response: '041', rrn: 'R'.repeat(201) },
      { ...refused, id: 'X-3', spdh_response: '051' },
    ];

    await answer(1, ...rows.map((row) => ({ rrn: '', ...row })));

    expect(await statusOf('old')).toBe('active');
  });

  it('counts by the time of the answer, in any order of files and lines', async () => {
    await answer(2, { ...refused, id: 'X-3', timestamp: '2025-06-04T12:00:00Z', spdh_response: '041' });
    await answer(3, { ...refused, spdh_response: '054' });

    expect(await statusOf('old')).toBe('lost');
  });

  it.each([
    ['in their order', [1, 2]],
    ['the newer one first', [2, 1]],
    ['and the older one again', [1, 2, 1]],
  ])('counts as the newer of two exports says for one time: %s', async (_, days) => {
    for (const day of days) await answer(day, { ...refused, spdh_response: day === 1 ? '054' : '041' });

    expect(await statusOf('old')).toBe('lost');
  });

  it('is disproved by a later payment if it called the card no longer valid, in any order', async () => {
    const expired = { ...refused, spdh_response: '054' };

    await answer(1, expired);
    expect(await statusOf('old')).toBe('card_dead');
    await answer(2, paid);
    expect(await statusOf('old')).toBe('active');
    await answer(3, expired);
    expect(await statusOf('old')).toBe('active');
    await answer(4, { ...expired, id: 'X-4', timestamp: '2025-06-08T12:00:00Z' });
    expect(await statusOf('old')).toBe('card_dead');
  });

  it('is disproved by a newer export of the same request which says that the bank paid', async () => {
    await answer(1, { ...refused, spdh_response: '054' });
    await answer(2, { ...refused, spdh_response: '000' });

    expect(await statusOf('old')).toBe('active');
  });

  it('keeps a lost card lost, although a charge succeeds later', async () => {
    await answer(1, { ...refused, spdh_response: '041' });
    await answer(2, paid);

    expect(await statusOf('old')).toBe('lost');
  });
});
