import { getTrip, listTrips } from '@tapfolio/contracts/trips.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { readTrip, readTripPage } from './trips.service.ts';

export const tripRoutes: FastifyPluginAsync = async (app) => {
  const { reads } = app.context;

  handle(app, listTrips, async (request, reply) =>
    sendJson(reply, await readTripPage(reads, request.mediumId, request.query, shownLanguage(request))),
  );

  handle(app, getTrip, async (request, reply) => {
    const { tripId } = request.params;
    const { at } = request.query;
    const question = { mediumId: request.mediumId, tripId, language: shownLanguage(request), at };
    return sendJson(reply, await readTrip(reads, question));
  });
};
