import { getTrip, listTrips } from '@tapfolio/contracts/trips.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { ofAnyMedium } from '../travel/several-media.ts';
import { shownLanguage } from '../travel/shown-language.ts';
import { readTrip, readTrips } from './trips.service.ts';

export const tripRoutes: FastifyPluginAsync = async (app) => {
  const { travel } = app;

  handle(app, listTrips, async (request, reply) => {
    const query = { ...request.query, language: shownLanguage(request) };
    return sendJson(reply, await readTrips(travel, request.media, query));
  });

  handle(app, getTrip, async (request, reply) => {
    const { tripId } = request.params;
    const { at } = request.query;
    const question = { tripId, language: shownLanguage(request), at };
    return sendJson(reply, await ofAnyMedium(request.media, (medium) => readTrip(travel, { ...question, medium })));
  });
};
