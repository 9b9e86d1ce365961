import { getTrip, listTrips } from '@tapfolio/contracts/trips.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mediumOf } from '../../gate/session-gate.ts';
import { sendJson } from '../../lib/send-json.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { readTrip, readTripPage } from './trips.service.ts';

export const tripRoutes: FastifyPluginAsyncZod = async (app) => {
  const { reads } = app.context;

  app.get('/cards/:cardId/trips', { schema: listTrips }, async (request, reply) =>
    sendJson(reply, await readTripPage(reads, mediumOf(request), request.query, shownLanguage(request))),
  );

  app.get('/cards/:cardId/trips/:tripId', { schema: getTrip }, async (request, reply) => {
    const { tripId } = request.params;
    const { at } = request.query;
    const question = { mediumId: mediumOf(request), tripId, language: shownLanguage(request), at };
    return sendJson(reply, await readTrip(reads, question));
  });
};
