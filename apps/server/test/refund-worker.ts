import { createDatabases } from '../src/database/parts.ts';
import { createHttpBank } from '../src/gateways/http-bank.ts';
import { CircuitBreaker } from '../src/lib/circuit-breaker.ts';
import { doRefund } from '../src/modules/refunds/do-refund.service.ts';
import { refundTries } from '../src/modules/refunds/move-refund.queries.ts';

/** The settings of the process. */
export interface RefundWorkerSettings {
  databaseUrl: string;
  bankUrl: string;
  bankKey: string;
  webhookSecret: string;
}

/** A worker that says when it is ready, and makes refunds until it ends; a test may kill it at any point. */
process.once('message', (settings: RefundWorkerSettings) => {
  const { databaseUrl, bankUrl: url, bankKey: key, webhookSecret } = settings;
  const { pool } = createDatabases({ url: databaseUrl, onIdleError: () => {} }).of('worker');
  const bank = createHttpBank({ url, key, webhookSecret, connectMs: 1000, answerMs: 300 });
  void work({ pool, bank });
});

async function work(context: Omit<Parameters<typeof doRefund>[0], 'breaker'>): Promise<never> {
  await refundTries.listDue(context.pool);
  process.send?.('ready');
  for (;;) {
    const due = await refundTries.listDue(context.pool);
    const next = due[Math.floor(Math.random() * due.length)];
    // Every failure is tried again; the test checks the final result.
    if (next !== undefined)
      // Each time a new breaker, so that the bank is always asked.
      await doRefund(
        { ...context, breaker: new CircuitBreaker() },
        { mediumId: next.medium_id, refundId: next.id },
      ).catch(() => {});
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
