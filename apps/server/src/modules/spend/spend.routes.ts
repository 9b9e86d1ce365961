import { getSpend } from '@tapfolio/contracts/spend.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { readSpend } from './spend.service.ts';

export const spendRoutes: FastifyPluginAsync = async (app) => {
  const { travel } = app;
  const { config } = app.context;

  handle(app, getSpend, async (request, reply) =>
    sendJson(reply, await readSpend({ travel, config }, request.passenger.passengerId, request.query)),
  );
};
