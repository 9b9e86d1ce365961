import { getPayment, listPayments } from '@tapfolio/contracts/payments.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { readPayment, readPaymentPage, statementPrefix } from './payments.service.ts';

export const paymentRoutes: FastifyPluginAsync = async (app) => {
  const { travel } = app;
  const prefix = statementPrefix(app.context.config.statementReference);

  handle(app, listPayments, async (request, reply) =>
    sendJson(reply, await readPaymentPage(travel, request.mediumId, request.query)),
  );

  handle(app, getPayment, async (request, reply) => {
    const { paymentId } = request.params;
    const { at } = request.query;
    const question = { mediumId: request.mediumId, paymentId, language: shownLanguage(request), prefix, at };
    return sendJson(reply, await readPayment(travel, question));
  });
};
