import { getPayment, listPayments } from '@tapfolio/contracts/payments.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mediumOf } from '../../gate/session-gate.ts';
import { sendJson } from '../../lib/send-json.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { readPayment, readPaymentPage, statementPrefix } from './payments.service.ts';

export const paymentRoutes: FastifyPluginAsyncZod = async (app) => {
  const { reads, config } = app.context;
  const prefix = statementPrefix(config.statementReference);

  app.get('/cards/:cardId/payments', { schema: listPayments }, async (request, reply) =>
    sendJson(reply, await readPaymentPage(reads, mediumOf(request), request.query)),
  );

  app.get('/cards/:cardId/payments/:paymentId', { schema: getPayment }, (request) => {
    const { paymentId } = request.params;
    const { at } = request.query;
    const question = { mediumId: mediumOf(request), paymentId, language: shownLanguage(request), prefix, at };
    return readPayment(reads, question);
  });
};
