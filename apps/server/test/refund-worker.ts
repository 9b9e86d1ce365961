import { createDatabases } from '../src/database/parts.ts';
import { createHttpBank } from '../src/gateways/http-bank.ts';
import { CircuitBreaker } from '../src/lib/circuit-breaker.ts';
import { doRefund } from '../src/modules/refunds/do-refund.service.ts';
import { refundTries } from '../src/modules/refunds/move-refund.queries.ts';

/** What the process is told at its start. */
export interface RefundWorkerSettings {
  databaseUrl: string;
  bankUrl: string;
  bankKey: string;
  webhookSecret: string;
}

/** A worker that does refunds as long as it lives, to be killed by a test at any point. */
process.once('message', (settings: RefundWorkerSettings) => {
  const { databaseUrl, bankUrl: url, bankKey: key, webhookSecret } = settings;
  const { pool } = createDatabases({ url: databaseUrl, onIdleError: () => {} }).of('worker');
  const bank = createHttpBank({ url, key, webhookSecret, connectMs: 1000, answerMs: 300 });
  void work({ pool, bank });
});

async function work(context: Omit<Parameters<typeof doRefund>[0], 'breaker'>): Promise<never> {
  for (;;) {
    const due = await refundTries.listDue(context.pool);
    const next = due[Math.floor(Math.random() * due.length)];
    // Whatever fails is tried again; the test says what must come of it in the end.
    if (next !== undefined)
      // A breaker of its own each time: this bank is not spared.
      await doRefund(
        { ...context, breaker: new CircuitBreaker() },
        { mediumId: next.medium_id, refundId: next.id },
      ).catch(() => {});
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
