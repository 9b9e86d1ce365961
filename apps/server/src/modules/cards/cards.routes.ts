import * as contract from '@tapfolio/contracts/cards.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { readCard, readCards } from './card-views.service.ts';
import * as service from './cards.service.ts';
import { replaceCard } from './replacement.service.ts';

export const cardRoutes: FastifyPluginAsync = async (app) => {
  const { context, travel } = app;
  const reading = { travel, config: context.config };

  handle(app, contract.listCards, async (request, reply) =>
    sendJson(reply, await readCards(reading, request.passenger.passengerId)),
  );

  handle(app, contract.linkCard, async (request) => {
    return { id: await service.linkCard(context, request.passenger, request.body) };
  });

  handle(app, contract.getCard, async (request, reply) => {
    const { passengerId, permissions } = request.passenger;
    const { cardId } = request.params;
    const question = { passengerId, cardId, media: request.media, language: shownLanguage(request), permissions };
    return sendJson(reply, await readCard(reading, question));
  });

  handle(app, contract.renameCard, async (request) => {
    await service.renameCard(context, request.passenger, { ...request.params, ...request.body });
  });

  handle(app, contract.replaceCard, async (request) => {
    const { media, params, query } = request;
    await replaceCard({ ...context, travel }, request.passenger, { ...params, ...query, media });
  });

  handle(app, contract.unlinkCard, async (request) => {
    await service.unlinkCard(context, request.passenger, request.params.cardId);
  });
};
