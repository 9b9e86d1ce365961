import { getSpend } from '@tapfolio/contracts/spend.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { passengerOf } from '../../gate/session-gate.ts';
import { readSpend } from './spend.service.ts';

export const spendRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/spend', { schema: getSpend }, (request) =>
    readSpend(app.context, passengerOf(request).passengerId, request.query),
  );
};
