import { editProfile } from '@tapfolio/contracts/account.ts';
import { getSettings, setLanguage } from '@tapfolio/contracts/sessions.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { passengerOf, requireSession } from '../../gate/session-gate.ts';
import * as users from './users.service.ts';

const base = '/public/api/v1/auth/user';

/** Calls of a passenger about their own settings. */
export const userRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.get(`${base}/get_settings`, { schema: getSettings }, async (request) => {
    return await users.readSettings(context, passengerOf(request));
  });

  app.patch(`${base}/settings`, { schema: setLanguage }, async (request, reply) => {
    await users.setLanguage(context, passengerOf(request).passengerId, request.body.display_language);
    return reply.code(204).send(null);
  });

  app.patch(`${base}/profile`, { schema: editProfile }, async (request, reply) => {
    const { first_name: firstName, last_name: lastName } = request.body;
    await users.editNames(context, passengerOf(request), { firstName, lastName });
    return reply.code(204).send(null);
  });
};
