import { expect } from 'vitest';
import { correct, recover, refund, settle, withdraw } from '../../test/back-office-files/acts.ts';
import { type BackOfficeFiles, inTurn } from '../../test/back-office-files/back-office-files.ts';
import type { DeliveredWindow } from '../../test/back-office-files/rows.ts';
import { mostRounds } from '../../test/bank-histories.ts';
import { holdsInRandomHistories } from '../../test/random-histories.ts';
import { ledgerContradictions } from '../../test/surfaces/compare-ledger.ts';
import { operatorContradictions } from '../../test/surfaces/compare-operator.ts';
import { contradictionsOf } from '../../test/surfaces/contradictions-of.ts';
import {
  askForRefund,
  closeAndReturn,
  comeBack,
  confirm,
  deliverOurRefund,
  hideHistory,
  linkAgain,
  pay,
  payAndDeliver,
  payAtOnce,
  replace,
  replayWhileWorking,
  workAtOnce,
} from '../../test/surfaces/history-acts.ts';
import { type Step, step } from '../../test/surfaces/history-steps.ts';
import { begin, hear, type Life, startHistoryWorld, work } from '../../test/surfaces/history-world.ts';
import { readSurfaces } from '../../test/surfaces/read-surfaces.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';

const world = await startHistoryWorld();

/** The windows that an act is about, the newest first. */
function windowsFor(act: Step['act'], { windows }: BackOfficeFiles): DeliveredWindow[] {
  const newest = windows.toReversed();
  if (act === 'settle') return newest.filter(({ stage }) => stage === 'Open');
  if (act === 'recover' || act === 'pay' || act === 'pay at once' || act === 'close the account')
    return newest.filter(({ stage }) => stage === 'Debt');
  if (act === 'refund' || act === 'request a refund') return newest.filter(({ moves }) => moves.length > 0);
  return newest;
}

async function take(life: Life, one: Step): Promise<void> {
  const { files } = life;
  if (one.act === 'travel') return await files.travel(one.wish, one.isLate);
  if (one.act === 'work') return void (await work(life));
  if (one.act === 'work at once') return await workAtOnce(life);
  if (one.act === 'pay and deliver') return await payAndDeliver(life, one);
  if (one.act === 'replay') return await files.replay();
  if (one.act === 'replay while working') return await replayWhileWorking(life);
  if (one.act === 'release') return await files.release();
  if (one.act === 'look') return await look(life);
  if (one.act === 'forget old travel') return await forget();
  if (one.act === 'confirm') return await confirm(life);
  if (one.act === 'replace') return await replace(life);
  if (one.act === 'unlink and link again') return await linkAgain(life);
  if (one.act === 'hide the history') return await hideHistory(life);
  const windows = windowsFor(one.act, files);
  const window = windows[one.which % Math.max(1, windows.length)];
  if (one.act === 'close the account') return await closeAndReturn(life, window);
  if (window === undefined) return;
  if (one.act === 'settle') await settle(files, window, one);
  else if (one.act === 'recover') await recover(files, window, one);
  else if (one.act === 'pay') await pay(life, window, one.by);
  else if (one.act === 'pay at once') await payAtOnce(life, window);
  else if (one.act === 'fault')
    await world.sandbox.setFault({ statementReference: window.srid, fault: one.fault, on: 'any', times: 1 });
  else if (one.act === 'request a refund') await askForRefund(life, window, one.of);
  else if (one.act === 'refund') await refund(files, window, one);
  else if (one.act === 'deliver our refund') await deliverOurRefund(life, window, one.isLate);
  else if (one.act === 'withdraw a movement') await withdraw(files, window, one.isLate);
  else if (one.act === 'come back') await comeBack(life, window);
  else if (one.act === 'charge back') await files.chargeBack(window, one);
  else await correct(files, window, one);
}

/** All histories are in one database: nothing of it may be forgotten between two calls of one comparison. */
const looking = new Set<Promise<unknown>>();
let forgetting: Promise<void> = Promise.resolve();

/** A month is not dropped while a file is imported, so it has its turn among the imports. */
async function forget(): Promise<void> {
  await inTurn(world.importer, async () => {
    forgetting = Promise.allSettled(looking).then(() => forgetOldTravel(world.worker));
    await forgetting;
  });
}

async function look(life: Life, withExport = false): Promise<void> {
  await forgetting.catch(() => {});
  const compared = compare(life, withExport);
  looking.add(compared);
  await compared.finally(() => looking.delete(compared));
}

/** Compares all surfaces. Rules about money that the back office of a history breaks on purpose have alarms of their own. */
async function compare(life: Life, withExport: boolean): Promise<void> {
  const { passenger, mediumIds } = life;
  const { testApp, pool, sandbox, operatorKey: headers } = world;
  const surfaces = await readSurfaces(testApp, passenger, { withExport });
  const { rows: faults } = await pool.query<{ rule: string; subject: string }>(
    `select rule, subject from money_faults
    where medium_id = any($1) and rule not in ('refunded_more_than_paid', 'refunded_and_charged_back')`,
    [mediumIds],
  );
  const found = [
    ...(await contradictionsOf(surfaces, testApp.context.config)),
    ...(await operatorContradictions({ app: testApp.app, pool, sandbox, headers }, mediumIds)),
    ...(withExport ? await ledgerContradictions(life, surfaces) : []),
    ...faults.map(({ rule, subject }) => `broken rule ${rule} of ${subject}`),
  ];
  expect(found.join('\n')).toBe('');
}

async function live(steps: readonly Step[]): Promise<void> {
  const life = await begin(world);
  for (const one of steps) await take(life, one);
  await look(life);

  await life.files.release();
  for (const { srid } of life.files.windows) await world.sandbox.setFault({ statementReference: srid, fault: 'none' });
  for (let rest = 0; rest < mostRounds && (await work(life)); rest += 1);
  await hear(life);
  await look(life, true);
  await life.files.close();
}

holdsInRandomHistories('all surfaces say the same of each trip, payment, refund and unpaid fare', {
  step,
  longest: 16,
  cost: 25,
  live,
});
