import { receiveBankEvent } from '@tapfolio/contracts/bank-events.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { storeBankEvent } from './bank-events.service.ts';

/** Calls of the bank. It signs the bytes of the body, so these are not parsed before the signature is checked. */
export const bankEventRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, text);
  });

  handle(app, receiveBankEvent, async (request) => {
    await storeBankEvent(app.context, { rawBody: request.body, headers: request.headers });
  });
};
