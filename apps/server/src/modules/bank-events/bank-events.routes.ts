import { receiveBankEvent } from '@tapfolio/contracts/bank-events.ts';
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sayAtMostEvery } from '../../lib/say-once.ts';
import { storeBankEvent } from './bank-events.service.ts';

/** Anybody may send calls that are not signed: one line in this time says enough. */
const refusalLineMs = 60_000;

/**
 * Calls of the bank. A wrong secret refuses all of them, and only the log says so. The bank signs the bytes of
 * the body, so these are not parsed before the signature is checked.
 */
export const bankEventRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, text);
  });

  const sayRefused = sayAtMostEvery(refusalLineMs, (logger: FastifyBaseLogger, refusal: Error) =>
    logger.warn({ event: 'bank.webhook_refused', err: refusal }, 'a call was refused that the bank has not signed'),
  );
  handle(app, receiveBankEvent, async ({ body: rawBody, headers, log }) => {
    await storeBankEvent(app.context, { rawBody, headers, onRefused: (refusal) => sayRefused(log, refusal) });
  });
};
