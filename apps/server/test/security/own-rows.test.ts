import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { declaredTables } from '../../src/database/tables/declared-tables.ts';
import { statementsOf } from '../only-statements.ts';
import { reachedTables } from '../reached-rows.ts';
import { createTestDatabase } from '../test-database.ts';

const { pool } = await createTestDatabase();
const client = await pool.connect();
afterAll(() => client.release());
await client.query(`select ensure_months('2026-03-01Z', '2026-03-01Z')`);

// The writer of the travel side is not among them: it writes the rows of all passengers and cannot see the account side.
const sources = path.resolve(import.meta.dirname, '../../src');
const files = globSync('**/*.ts', {
  cwd: sources,
  exclude: ['database/**', 'feeds/**', 'commands/**', '**/*.test.ts'],
});
const queries = files.filter((name) => name.endsWith('.queries.ts'));
const declaredStatements = await statementsOf(queries.map((name) => path.join(sources, name)));

/** Rows that belong to no passenger; of the queue's tables only this one. */
const isOfNobody = (table: string) => table === '_private_known_crontabs' || declaredTables[table]?.owner === 'nobody';

/** The owner of a row. A table that is not listed counts as the account side. */
const ownerOf = (table: string) => declaredTables[table]?.owner ?? 'passenger_id';

/** Whether this column leads to no rows of others. The declaration of the table says why. */
const isOwnKey = (table: string, column: string) =>
  column === ownerOf(table) || declaredTables[table]?.reachedBy?.[column] !== undefined;

const sweep = 'deletes expired rows of all passengers';
const farWaits = 'ends waits that a wrong clock has begun, whoever they are about, and returns nothing';
const retention = 'deletes rows of all passengers after the retention time';

/** Statements over the rows of all passengers. None returns their content. */
const aboutEverybody: Readonly<Record<string, string>> = {
  'registrations.deleteExpired': sweep,
  'passwords.deleteExpiredResets': sweep,
  'throttles.deleteEnded': sweep,
  'collections.endFarWaits': farWaits,
  'refunds.endFarWaits': farWaits,
  'backOffice.endFarWaits': farWaits,
  'jobs.endFarWaits': farWaits,
  'singleSignOn.deleteStale': sweep,
  'passkeys.deleteStaleProofs': sweep,
  'sessions.deleteSessionsByOrder': 'the operator ends the sessions of all, by a command and never by a call',
  'privacy.listAddresses':
    'compares all addresses with those whose accounts were closed, by a command and never by a call',
  'privacy.listKnownClosings': 'says which closings are written down, and of whom nothing',
  'retention.delete.service_references': retention,
  'retention.delete.contested_references': retention,
  'retention.delete.tap_lookups': retention,
  'retention.delete.trip_lookups': retention,
  'retention.delete.settlements': retention,
  'retention.delete.authorisations': retention,
  'retention.delete.chargebacks': retention,
  'retention.delete.products': retention,
  'retention.delete.sales_packages': retention,
  'retention.delete.refunds': retention,
  'retention.delete.refund_trips': retention,
  'retention.delete.debts': retention,
  'retention.delete.back_office_messages': retention,
  'retention.delete.debt_events': retention,
  'cardClaims.listDue': 'names claims whose time is over to the worker, which decides each by its medium',
  'cardClaims.deleteOld': sweep,
  'cardNews.deleteOld': sweep,
  'refundNews.deleteOld': sweep,
  'questions.listAsked': 'what the operator is asked, by all passengers; it is not told by whom',
  'questions.listAskedOfOperator': 'the same for the system of one operator',
  'questions.deleteOld': sweep,
  'workTrips.deleteOldMarks': sweep,
  'workTrips.deleteOldRules': sweep,
  'retention.delete.feed_quarantine': retention,
  'retention.delete.feed_waiting': retention,
  'retention.delete.feed_pieces': retention,
  'retention.delete.waiting_chargebacks': retention,
  'backOffice.listForgotten': 'names media whose job was lost to the worker, which sends each its messages',
  'backOffice.findSent': 'says only whether a message was sent in the last two weeks',
  'collections.listDue': 'names tries whose job was lost to the worker, which takes each by its medium',
  'refunds.listDue': 'names refunds whose job was lost to the worker, which takes each by its medium',
  'refunds.listDone': "what went back on a day, for the comparison with the bank's report",
  'collections.listApproved': 'what the bank took on a day, for the comparison with its report',
  'debts.findOfReference':
    'names the fare of a charge that only the bank knows, for the comparison with its report, and the card that owes the fare of a try now',
  'refunds.findWaitingChargeback': 'says only that an unassigned chargeback may belong to the payment',
  'collections.findOldestOpen': 'since when the oldest open try waits, and nothing of it',
  'reconcile.findFirstDay': 'the day of the oldest try or refund, and nothing of it',
  'bankEvents.listUnapplied':
    'names events of the bank whose job was lost to the worker, which takes each by its medium',
  'bankEvents.deleteOld': sweep,
  'idempotencyKeys.deleteOld': sweep,
  'retention.delete.collections': retention,
  'jobs.listMailsUnderWay': 'numbers the attempts at mails that are under way, and nothing of the mails',
  'jobs.sumWaitingMails': 'counts mails that wait, and tells why the newest was not taken: an error without addresses',
  'jobs.retryRefused':
    'makes jobs due that wait for the mail server or for a release that knows them, whoever they are about',
  'jobs.countFewerAttempts': 'counts the attempts at one job, which the worker is doing, whoever it is about',
  'jobs.leaveFewAttempts': 'the same',
  'jobs.deleteGivenUp': 'deletes jobs that are not tried again, whoever they are about',
  'workers.listHolders': 'names the workers that hold jobs, and nothing of the jobs',
  'workers.freeJobsOf': 'gives back the jobs of workers that have ended or died',
  'workers.findLongestWait': 'tells how long the oldest job waits, and nothing of it',
};

/** The tables of which a statement may reach rows of another passenger. */
async function strayTables(text: string): Promise<string[]> {
  const reached = await reachedTables(client, text);
  return reached
    .filter(({ table }) => !isOfNobody(table))
    .filter(({ table, by }) => !by.some((column) => isOwnKey(table, column)))
    .map(({ table }) => table);
}

/** Tables that a statement names as a source, in case its plan does not show one. */
const namedTables = (text: string) =>
  [...text.matchAll(/\b(?:from|join|update|using)\s+(\w+)/g)].map(([, name]) => name);

describe('every statement', () => {
  const statements = [...declaredStatements.values()].map(({ name, text }) => [name, text] as const);

  it.each(statements.filter(([name]) => !(name in aboutEverybody)))(
    '[CARD-14] reaches only rows of one passenger or one card: %s',
    async (_, text) => {
      const advice =
        'find the rows of these tables by their owner, or declare why another column is safe (`reachedBy`)';
      expect({ [advice]: await strayTables(text) }).toEqual({ [advice]: [] });
    },
  );

  it.each(Object.keys(aboutEverybody))('that is said to be about all passengers exists and is: %s', async (name) => {
    expect(await strayTables(declaredStatements.get(name)?.text ?? 'select')).not.toEqual([]);
  });

  it.each(statements)('shows in its plan all the tables it names: %s', async (_, text) => {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any ($1)`,
      [namedTables(text)],
    );
    const shown = (await reachedTables(client, text)).map(({ table }) => table);

    expect(shown).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  });

  it('is declared: no other code in calls and jobs uses the database', () => {
    const speaking = files.filter((file) => /\.query[(<]/.test(readFileSync(path.join(sources, file), 'utf8')));

    // One file runs statements and transactions; the other installs the queue with the owner's rights, before anything runs.
    expect(speaking.sort()).toEqual(['lib/sql.ts', 'queue/install.ts']);
  });
});

describe('a check would find a statement that', () => {
  it.each([
    ['reads a card of any passenger', 'select name from cards where card_id = $1', ['cards']],
    ['reads a trip of any passenger', 'select * from trips where trip_id = $1', ['trips']],
    ['only mentions the passenger', 'update cards set name = $2 where passenger_id <> $1', ['cards']],
    ['leaves a way round', 'select * from trips where medium_id = $1 or srid = $2', ['trips']],
    ['filters one of two tables', 'select * from media m, payments p where m.medium_id = $1', ['payments']],
    [
      'joins by something else',
      'select c.name from sessions s join cards c on c.card_id = s.idle_seconds where s.token_hash = $1',
      ['cards'],
    ],
    [
      'joins a table without a condition',
      'select * from cards c join passengers p using (passenger_id)',
      ['cards', 'passengers'],
    ],
    [
      'forgets the filter below',
      'select (select count(*) from passkeys) from passengers where passenger_id = $1',
      ['passkeys'],
    ],
    ['deletes too much', 'delete from sessions', ['sessions']],
    [
      'compares with a row of any passenger',
      'select * from trips where medium_id = (select medium_id from cards limit 1)',
      ['cards', 'trips'],
    ],
    [
      'comes back by the row it has led to',
      'select c.name from cards c join passengers p on p.passenger_id = c.passenger_id where c.card_id = $1',
      ['cards'],
    ],
    ['does so in a list', 'select * from trips where medium_id in (select medium_id from cards)', ['cards', 'trips']],
  ])('%s', async (_, text, tables) => {
    expect(new Set(await strayTables(text))).toEqual(new Set(tables));
  });
});
