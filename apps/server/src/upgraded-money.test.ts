import type { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { newSigningKey, type ReceivedMessage, startBackOffice } from '../test/back-office.ts';
import {
  buildClaims,
  buildCollections,
  buildRefunds,
  type MoneyServices,
  request,
  startMoneyUnderWay,
} from '../test/money-under-way.ts';
import { buildOwedFares, takenBy } from '../test/money-world.ts';
import { baseline, columnsOf, copyRows, emptyDatabase, migrationsUpTo, rowsOf } from '../test/older-database.ts';
import { migrate } from './database/migrate.ts';
import { createDatabases } from './database/parts.ts';
import { createPool } from './database/pool.ts';
import { createHttpBackOffice } from './gateways/http-back-office.ts';
import { tellBackOfficeJob } from './jobs/tell-back-office.job.ts';
import { decideClaims } from './modules/card-claims/decide-claims.service.ts';
import { wakeLostMoneyJobs } from './modules/money-upkeep/lost-money-jobs.service.ts';
import { installDatabase } from './prepare-database.ts';
import { startMoneyLane } from './roles/money-lane.ts';

/**
 * Money is under way while a database is upgraded. It is made in a database of today, and its rows are put into one of an older
 * version, which is then upgraded: both must hold the same, and go on the same way.
 */

const world = await startMoneyUnderWay();
const { sandbox, pool, config, servicesOn, here } = world;

/** A database of an older version with the same rows, after its upgrade. */
async function upgradeFrom(version: string) {
  const url = await emptyDatabase(pool);
  await migrate({ url, directory: migrationsUpTo(version) });
  const upgraded = createPool({ url });
  const databases = createDatabases({ url });
  onTestFinished(async () => {
    await databases.end();
    await upgraded.end();
  });
  await copyRows(pool, upgraded);
  const tables = [...(await columnsOf(upgraded)).keys()];
  await installDatabase(url, { operators: config.operators });
  return { upgraded, there: servicesOn(databases), tables };
}

/** Skips waiting times: postponed work is due, a dead worker's lease is over, and the job of an event is lost. */
async function passTime(database: Pool): Promise<void> {
  for (const table of ['collections', 'refunds', 'back_office_media'])
    await database.query(
      `update ${table} set next_at = least(next_at, now()), lease_until = least(lease_until, now())`,
    );
  await database.query(
    `update bank_events set received_at = least(received_at, now() - interval '1 minute') where obeyed_at is null`,
  );
}

const open = `select 1 from collections where outcome is null
  union all select 1 from refunds where closed_at is null
  union all select 1 from bank_events where obeyed_at is null`;

/** Does all work that a worker finds. */
async function goOn(database: Pool, { worker }: MoneyServices) {
  const key = newSigningKey();
  const fake = await startBackOffice(key);
  fake.behave(() => 'grant');
  const backOffice = createHttpBackOffice({ url: fake.url, signingKeys: [key], connectMs: 2000, answerMs: 60_000 });
  const lane = startMoneyLane({ context: worker, pool: worker.pool, logger: { warn: () => {}, error: () => {} } });
  const openTries = async () => {
    await passTime(database);
    await wakeLostMoneyJobs(worker);
    return (await database.query(open)).rowCount;
  };
  try {
    await expect.poll(openTries, { timeout: 40_000 }).toBe(0);
  } finally {
    await lane.stop();
  }
  await decideClaims(worker);
  const { rows: media } = await database.query<{ medium_id: string }>('select medium_id from back_office_media');
  for (const { medium_id: mediumId } of media)
    await tellBackOfficeJob(worker, { backOffice, logger: { warn: () => {} } }, { mediumId });
  return fake.taken;
}

/** The outcome, without times. */
async function outcomeOf(database: Pool) {
  const of = async (sql: string) => (await database.query(sql)).rows;
  return {
    faults: await of('select * from money_faults'),
    debts: await of('select payment_id, state from debts order by payment_id'),
    tries: await of(
      'select collection_id, outcome, attempt_key, bank_reference from collections order by collection_id',
    ),
    taken: await of(`select payment_id, paid_minor from payments where reason = 'debt_recovery' order by payment_id`),
    refunds: await of('select refund_id, state, attempt_key, bank_reference from refunds order by refund_id'),
    shown: await of('select settlement_id, amount_minor from settlements order by settlement_id'),
    messages: await of('select medium_id, kind, outcome from back_office_messages order by medium_id, message_number'),
    claims: await of('select claim_id, state from card_claims order by claim_id'),
    cards: await of('select passenger_id, medium_id, name from cards order by medium_id'),
  };
}

/** The messages that the back office got about a medium. */
const newsOf = (messages: readonly ReceivedMessage[], mediumId: string) =>
  messages.filter(({ sequence }) => sequence.of === mediumId).map(({ kind }) => kind);

const versions = ['202611220949_messages_not_sent.sql', '202611221243_card_claims.sql'];

it.each(versions)('continues in a database upgraded from %s as in a new one', async (version) => {
  const [fares, refunds] = [await buildCollections(world), await buildRefunds(world)];
  await buildClaims(world);
  // An older release did not store this.
  await pool.query('update refunds set refunded_before_minor = null');

  const { upgraded, there, tables } = await upgradeFrom(version);

  for (const table of tables)
    expect([table, await rowsOf(upgraded, table)]).toEqual([table, await rowsOf(pool, table)]);
  const told = [await goOn(pool, here), await goOn(upgraded, there)];
  const [fresh, old] = [await outcomeOf(pool), await outcomeOf(upgraded)];
  expect(old).toEqual(tables.includes('card_claims') ? fresh : { ...fresh, claims: [], cards: old.cards });
  expect(old.faults).toEqual([]);
  const ledger = await sandbox.ledger();
  const taken = takenBy(ledger);
  expect(fares.map(({ srid }) => taken.get(srid))).toEqual(fares.map(({ amountMinor }) => ({ times: 1, amountMinor })));
  const given = ledger.filter(({ kind, state }) => kind === 'refund' && state === 'refunded');
  expect(refunds.map((srid) => given.filter(({ statementReference }) => statementReference === srid).length)).toEqual([
    1, 1,
  ]);
  for (const messages of told)
    for (const { mediumId } of fares)
      expect(newsOf(messages, mediumId)).toEqual(['access_denied', 'access_requested', 'access_granted']);
});

it('makes debts of the unpaid fares of the first version, and they can be paid', async () => {
  const fares = await buildOwedFares(pool, sandbox, { count: 3 });
  const paymentIds = fares.map(({ paymentId }) => paymentId);

  const { upgraded, there } = await upgradeFrom(baseline);

  const debts = async (database: Pool) =>
    (await database.query('select * from debts where payment_id = any($1) order by payment_id', [paymentIds])).rows;
  expect(await debts(upgraded)).toEqual(await debts(pool));
  for (const fare of fares) await request(there, fare);
  await goOn(upgraded, there);
  expect((await debts(upgraded)).map(({ state }) => state)).toEqual(fares.map(() => 'ready'));
  const taken = takenBy(await sandbox.ledger());
  for (const { srid, amountMinor } of fares) expect(taken.get(srid)).toEqual({ times: 1, amountMinor });
});
