import { getPayment, listPayments } from '@tapfolio/contracts/payments.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { ofAnyMedium, pageOf } from '../travel/several-media.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { readPayment, readPaymentPage, statementPrefix } from './payments.service.ts';

export const paymentRoutes: FastifyPluginAsync = async (app) => {
  const { travel } = app;
  const prefix = statementPrefix(app.context.config.statementReference);

  handle(app, listPayments, async (request, reply) =>
    sendJson(
      reply,
      await pageOf(request.media, request.query, {
        read: (medium) => readPaymentPage(travel, medium, request.query),
        at: (payment) => payment.openedAt,
      }),
    ),
  );

  handle(app, getPayment, async (request, reply) => {
    const { paymentId } = request.params;
    const { at } = request.query;
    const question = { paymentId, language: shownLanguage(request), prefix, at };
    return sendJson(reply, await ofAnyMedium(request.media, (medium) => readPayment(travel, { ...question, medium })));
  });
};
