import type { FastifyBaseLogger } from 'fastify';
import type { TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { whileClocksAgree } from '../jobs/while-clocks-agree.ts';
import { CircuitBreaker } from '../lib/circuit-breaker.ts';
import { sayOnce } from '../lib/say-once.ts';
import { checkMoney } from '../modules/alarms/alarms.service.ts';
import { applyBankEvent } from '../modules/bank-events/bank-events.service.ts';
import { type Collecting, collectDebt } from '../modules/debts/collect-debt.service.ts';
import { wakeLostMoneyJobs } from '../modules/money-upkeep/lost-money-jobs.service.ts';
import { reconcileLastDays } from '../modules/money-upkeep/reconcile.service.ts';
import { doRefund } from '../modules/refunds/do-refund.service.ts';
import type { AppContext } from '../plugins/context.ts';
import { type MoneyJobName, moneyJobPayloads } from '../queue/catalogue.ts';
import { type Queue, startQueue } from '../queue/queue.ts';

export interface MoneyLaneOptions {
  readonly context: AppContext;
  /** For all that is short: it waits for no other job. What reads everything uses the context's, and so does all when this is left out. */
  readonly lanePool?: Pool;
  /** For the questions of the queue. */
  readonly pool: Pool;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Given only by the test which proves that a new key for each attempt would charge twice. */
  readonly attemptKeyOf?: Collecting['attemptKeyOf'];
}

const sweepMs = 10_000;

/**
 * Does the jobs that move money, four at a time and apart from all others. Every ten seconds it finds lost jobs and enqueues them
 * again. A stop waits for running jobs.
 */
export function startMoneyLane({
  context,
  lanePool = context.pool,
  pool,
  logger,
  attemptKeyOf,
}: MoneyLaneOptions): Queue {
  const queue = startQueue({ pool, logger, tasks: moneyTasks({ context, lanePool, logger, attemptKeyOf }) });
  let sweeping: Promise<void> | undefined;
  const sweep = setInterval(() => {
    sweeping ??= wakeLostMoneyJobs({ pool: lanePool })
      .catch((error: unknown) => logger.warn({ err: error }, 'lost jobs about money could not be looked for'))
      .finally(() => {
        sweeping = undefined;
      });
  }, sweepMs);
  return {
    findFault: () => queue.findFault(),
    stop: async () => {
      clearInterval(sweep);
      await sweeping;
      await queue.stop();
    },
  };
}

interface MoneyTasksOptions extends Pick<MoneyLaneOptions, 'context' | 'logger'> {
  readonly lanePool: Pool;
  readonly attemptKeyOf: MoneyLaneOptions['attemptKeyOf'];
}

function moneyTasks({ context, lanePool, logger, attemptKeyOf }: MoneyTasksOptions): TaskList {
  const { bank, clock } = context;
  const own = { ...context, pool: lanePool, logger };
  const missBank = sayOnce(() =>
    logger.error(
      { event: 'bank.not_configured' },
      'somebody pays or refunds a fare, and the configuration of this worker names no bank: it waits for another worker or another start',
    ),
  );
  const breaker = new CircuitBreaker();
  const tasks: Record<MoneyJobName, TaskList[string]> = {
    'collect-debt': async (payload) => {
      const { mediumId, id } = moneyJobPayloads['collect-debt'].parse(payload);
      const collecting = bank && { ...own, bank, breaker, ...(attemptKeyOf && { attemptKeyOf }) };
      // Without a bank nothing can be collected; collections wait until one is configured, or for a worker that has one.
      if (collecting === undefined) missBank();
      else await collectDebt(collecting, { mediumId, collectionId: id });
    },
    'refund-payment': async (payload) => {
      const { mediumId, id } = moneyJobPayloads['refund-payment'].parse(payload);
      if (bank === undefined) missBank();
      else await doRefund({ ...own, bank, breaker }, { mediumId, refundId: id });
    },
    'obey-bank': async (payload) => {
      const { mediumId, id } = moneyJobPayloads['obey-bank'].parse(payload);
      await applyBankEvent(own, { mediumId, eventId: id });
    },
    'check-money': () => checkMoney(context, logger),
    'reconcile-bank': () =>
      whileClocksAgree({ ...context, logger }, 'reconcile-bank', async () => {
        if (bank !== undefined) await reconcileLastDays({ ...context, bank }, clock.now());
      }),
  };
  return tasks;
}
