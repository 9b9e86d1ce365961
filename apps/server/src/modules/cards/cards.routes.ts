import * as contract from '@tapfolio/contracts/cards.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mediumOf, passengerOf } from '../../gate/session-gate.ts';
import { sendJson } from '../../lib/send-json.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import * as service from './cards.service.ts';

/** The calls that name no card. */
export const cardListRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/cards', { schema: contract.listCards }, (request) =>
    service.readCards(app.context, passengerOf(request).passengerId),
  );

  app.post('/cards', { schema: contract.linkCard }, async (request, reply) => {
    const id = await service.linkCard(app.context, passengerOf(request), request.body);
    return reply.code(201).send({ id });
  });
};

/** The calls about one card. */
export const cardRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/cards/:cardId', { schema: contract.getCard }, async (request, reply) => {
    const { passengerId } = passengerOf(request);
    const { cardId } = request.params;
    const question = { passengerId, cardId, mediumId: mediumOf(request), language: shownLanguage(request) };
    return sendJson(reply, await service.readCard(app.context, question));
  });

  app.patch('/cards/:cardId', { schema: contract.renameCard }, async (request, reply) => {
    await service.renameCard(app.context, passengerOf(request), request.params.cardId, request.body.name);
    return reply.code(204).send(null);
  });

  app.delete('/cards/:cardId', { schema: contract.unlinkCard }, async (request, reply) => {
    await service.unlinkCard(app.context, passengerOf(request), request.params.cardId);
    return reply.code(204).send(null);
  });
};
