import { listDoubtfulTrips } from '@tapfolio/contracts/trips.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { readDoubtfulTrips } from './doubtful-trips.service.ts';

export const doubtfulTripRoutes: FastifyPluginAsync = async (app) => {
  handle(app, listDoubtfulTrips, async (request, reply) =>
    sendJson(reply, await readDoubtfulTrips(app.travel, request.passenger.passengerId)),
  );
};
