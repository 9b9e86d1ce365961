import { giveConsent } from '@tapfolio/contracts/sessions.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { passengerOf, requireSession } from '../../gate/session-gate.ts';
import { renewConsent } from './consents.service.ts';

export const consentRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.post('/public/api/v1/auth/user/consent', { schema: giveConsent }, async (request, reply) => {
    await renewConsent(context, passengerOf(request));
    return reply.code(204).send(null);
  });
};
