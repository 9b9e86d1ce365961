import { listActiveTickets } from '@tapfolio/contracts/products.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { readActiveTickets } from './active-tickets.service.ts';

export const activeTicketRoutes: FastifyPluginAsync = async (app) => {
  handle(app, listActiveTickets, async (request, reply) =>
    sendJson(reply, await readActiveTickets(app.travel, request.passenger.passengerId)),
  );
};
