import { afterAll } from 'vitest';
import { Importer } from '../../src/feeds/importer.ts';
import { CircuitBreaker } from '../../src/lib/circuit-breaker.ts';
import { applyChargeOutcome, chargeOutcomeOf } from '../../src/modules/debts/apply-charge-outcome.service.ts';
import { collectDebt } from '../../src/modules/debts/collect-debt.service.ts';
import { applyRefundAnswer } from '../../src/modules/refunds/apply-refund-outcome.service.ts';
import { doRefund } from '../../src/modules/refunds/do-refund.service.ts';
import { contextOf } from '../../src/plugins/context.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { settle } from '../back-office-files/acts.ts';
import { BackOfficeFiles, deliveringOperators, type FareWish } from '../back-office-files/back-office-files.ts';
import { heardOf, passTime } from '../bank-histories.ts';
import { createTestApp, type SignedIn, testConfig } from '../build-app.ts';
import { buildApiKey } from '../factories/api-keys.ts';
import { linkCard } from '../linking.ts';
import { startTestBank } from '../money-world.ts';
import { nextAddress } from './read-surfaces.ts';

/** The portal, its bank and its importer, in which many histories run at once. */
export type HistoryWorld = Awaited<ReturnType<typeof startHistoryWorld>>;

/** Starts the world of all histories of a test file, and ends it after them. */
export async function startHistoryWorld() {
  // Without this a call that was given up on a busy machine would be carried out after a day that the history skips.
  const { sandbox, bank, close } = await startTestBank({ survivesPowerFailure: false });
  const testApp = await createTestApp([authRole, portalRole], {
    bank,
    config: {
      operators: [...deliveringOperators],
      legal: {
        ...testConfig().legal,
        vatRates: { GBP: [{ name: 'VAT', percent: '20' }], EUR: [{ name: 'TVA', percent: '10' }] },
      },
      debtTries: { most: 6, withinDays: 14, pauseMinutes: 0 },
      retention: { ...testConfig().retention, travelMonths: 1 },
    },
  });
  const { context, pool, url } = testApp;
  const importer = await Importer.open({
    databaseUrl: url,
    operators: [...deliveringOperators],
    mediumKey: context.secrets.mediumKey,
  });
  afterAll(async () => {
    await importer.close();
    await close();
  });
  const { headers: operatorKey } = await buildApiKey(context);
  return { testApp, pool, bank, sandbox, importer, worker: contextOf(context, 'worker'), operatorKey };
}

/** One history: a passenger, their cards and what the back office delivers of them. */
export interface Life {
  readonly world: HistoryWorld;
  readonly files: BackOfficeFiles;
  passenger: SignedIn;
  mediumIds: readonly string[];
  isReplaced: boolean;
}

/** A fare that needs nothing special. */
export const plain: FareWish = {
  card: 0,
  operator: 0,
  daysAgo: 6,
  time: '09:00',
  amount: 250,
  reason: '',
  hasExit: false,
  isTicket: false,
  opensAtMidnight: false,
};

/** A passenger with two cards, each linked with the line of a paid day. */
export async function begin(world: HistoryWorld): Promise<Life> {
  const { testApp, pool, sandbox, importer } = world;
  const files = new BackOfficeFiles(importer, sandbox, 3);
  const passenger = await testApp.signIn();
  for (const card of [0, 1]) {
    await files.travel({ ...plain, card }, false);
    const window = files.windows.at(-1);
    if (window === undefined) throw new Error('a window was opened');
    await settle(files, window, { how: 'paid', isLate: false });
    const linked = await linkCard(passenger, window.srid, { amountMinor: 250, from: nextAddress() });
    if (linked.statusCode !== 201) throw new Error(`the card was not linked: ${linked.body}`);
  }
  const { rows } = await pool.query<{ medium_id: string }>(
    'select medium_id from cards where passenger_id = $1 order by card_id',
    [passenger.passengerId],
  );
  return { world, files, passenger, mediumIds: rows.map((row) => row.medium_id), isReplaced: false };
}

interface OpenTry {
  medium_id: string;
  id: string;
}

/** What workers need. */
interface Working extends Pick<Life, 'mediumIds'> {
  readonly world: Pick<HistoryWorld, 'pool' | 'bank' | 'worker'>;
}

async function openTries({ world, mediumIds }: Working, table: 'collections' | 'refunds'): Promise<OpenTry[]> {
  const [id, open] = table === 'refunds' ? ['refund_id', 'closed_at is null'] : ['collection_id', 'outcome is null'];
  const { rows } = await world.pool.query<OpenTry>(
    `select medium_id, ${id} as id from ${table} where medium_id = any($1) and ${open}`,
    [mediumIds],
  );
  return rows;
}

/** Does what the worker would do. Returns whether there was work. */
export async function work(life: Working): Promise<boolean> {
  const { mediumIds, world } = life;
  const { pool, bank, worker } = world;
  const working = { ...worker, bank, breaker: new CircuitBreaker() };
  for (const mediumId of mediumIds)
    for (const table of ['collections', 'refunds'] as const) await passTime(pool, table, { mediumId });
  const collections = await openTries(life, 'collections');
  for (const { medium_id: mediumId, id: collectionId } of collections)
    await collectDebt(working, { mediumId, collectionId });
  const refunds = await openTries(life, 'refunds');
  for (const { medium_id: mediumId, id: refundId } of refunds) await doRefund(working, { mediumId, refundId });
  return collections.length + refunds.length > 0;
}

/** Processes everything that the bank knows. */
export async function hear({ world, mediumIds }: Working): Promise<void> {
  const { pool, bank, worker } = world;
  const { rows: refunds } = await pool.query<OpenTry>(
    'select medium_id, refund_id as id from refunds where medium_id = any($1)',
    [mediumIds],
  );
  for (const { medium_id: mediumId, id: refundId } of refunds) {
    const answer = await heardOf(bank, refundId);
    if (answer !== 'unknown') await applyRefundAnswer(worker, { mediumId, refundId }, answer);
  }
  const { rows: collections } = await pool.query<OpenTry>(
    'select medium_id, collection_id as id from collections where medium_id = any($1)',
    [mediumIds],
  );
  for (const { medium_id: mediumId, id: collectionId } of collections) {
    const answer = await heardOf(bank, collectionId);
    const outcome = answer === 'unknown' ? undefined : chargeOutcomeOf(answer);
    if (outcome !== undefined) await applyChargeOutcome(worker, { mediumId, collectionId }, outcome);
  }
}
