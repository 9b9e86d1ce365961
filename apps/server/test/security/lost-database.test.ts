import type { FastifyBaseLogger, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createDatabases } from '../../src/database/parts.ts';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { type CallOfPerson, callsOfPeople, sendTo } from '../acts-of-calls.ts';
import { createTestApp } from '../build-app.ts';
import { startChaosProxy } from '../chaos-proxy.ts';
import { silentBank } from '../silent-bank.ts';
import { waitingMs } from '../timed.ts';
import { traceHeader } from '../trace-header.ts';

const roles = [authRole, portalRole];
const testApp = await createTestApp(roles, { bank: silentBank });

/** An app whose connections lead through a proxy of its own. */
async function startBehindProxy(logger?: FastifyBaseLogger) {
  const proxy = await startChaosProxy(testApp.url);
  const databases = createDatabases({ url: proxy.url });
  const app = await buildApp({ ...testApp.context, databases }, roles, logger);
  afterAll(async () => {
    await app.close();
    await databases.end();
    await proxy.close();
  });
  return { proxy, send: (call: CallOfPerson) => sendTo(app, call, traceHeader()) };
}
const { proxy, send } = await startBehindProxy();

/** Repeats the call while it is answered with 503. Returns the status of the last answer. */
async function persist(ask: () => Promise<LightMyRequestResponse>): Promise<number> {
  let status = 503;
  for (let time = 0; time < 10 && status === 503; time += 1) status = (await ask()).statusCode;
  return status;
}

const calls = callsOfPeople(testApp);

describe('an act that loses the database before any of its statements', { timeout: 120_000 }, () => {
  it.each(Object.entries(calls))(
    'is answered as done if it is done, and can be repeated if not: %s',
    async (_, build) => {
      const { statusCode: done } = await send(await build());
      expect(done).toBeLessThan(300);

      for (let message = 1, isCut = true; isCut; message += 1) {
        const call = await build();
        const wasCut = proxy.cutAt(message);
        const { statusCode } = await send(call);
        isCut = wasCut();

        const isDone = statusCode === done;
        expect([message, statusCode, await call.count?.()]).toEqual([
          message,
          isDone ? done : 503,
          call.count && (isDone ? 1 : 0),
        ]);
        if (isDone) continue;
        expect([message, await persist(() => send(call)), await call.count?.()]).toEqual([
          message,
          done,
          call.count && 1,
        ]);
      }
    },
  );
});

/** What is promised (two seconds), and room for a machine that does more at once. */
const longestAnswerMs = 4000;

describe('calls whose database falls silent in the middle', { timeout: 120_000 }, () => {
  it.each([0.3, 0.6])(
    'are refused in time, with the cause in the log: after the part %d of their messages',
    async (part) => {
      const lines: { msg: string; err?: object }[] = [];
      const logger = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
      const prepared = await Promise.all(
        Object.entries(calls).map(async ([name, build]) => {
          const { proxy, send } = await startBehindProxy(logger);
          // The first call opens the connections.
          await send(await build());
          const count = async () => {
            const before = proxy.sent();
            await send(await build());
            return proxy.sent() - before;
          };
          // A read that waits long is sent twice: without that a call has fewer messages.
          const messages = Math.min(await count(), await count());
          return { name, proxy, send, call: await build(), at: Math.ceil(messages * part) };
        }),
      );
      let answers: unknown[] = [];

      const ms = await waitingMs(async () => {
        answers = await Promise.all(
          prepared.map(async ({ name, proxy, send, call, at }) => {
            const wasSilent = proxy.silentAt(at);
            const { statusCode } = await send(call);
            const isSilent = wasSilent();
            proxy.become('pass');
            return [name, isSilent, statusCode];
          }),
        );
      });

      expect(answers).toEqual(Object.keys(calls).map((name) => [name, true, 503]));
      expect(ms).toBeLessThan(longestAnswerMs);
      const told = lines.filter(({ msg }) => msg === 'refused for now');
      expect(told.length).toBeGreaterThan(0);
      expect(told).toEqual(told.map(() => expect.objectContaining({ err: expect.anything() })));
    },
  );
});
