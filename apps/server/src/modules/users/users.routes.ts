import { editProfile } from '@tapfolio/contracts/account.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../../plugins/caller.ts';
import { passengerOf, requireSession } from '../sessions/session-gate.ts';
import { editNames } from './users.service.ts';

export const profileRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.patch('/public/api/v1/auth/user/profile', { schema: editProfile }, async (request, reply) => {
    const { first_name: firstName, last_name: lastName } = request.body;
    const names = { passengerId: passengerOf(request).passengerId, firstName, lastName };
    await editNames(context, names, callerOf(request));
    return reply.code(204).send(null);
  });
};
