import { confirmRegistration, register } from '@tapfolio/contracts/registrations.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf } from '../../gate/caller.ts';
import * as registrations from './registrations.service.ts';

const base = '/public/api/v1/auth';

export const registrationRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;

  app.post(`${base}/registrations`, { schema: register }, async (request, reply) => {
    await registrations.register(context, callerOf(request), request.body);
    return reply.code(202).send(null);
  });

  app.post(`${base}/registrations/confirm`, { schema: confirmRegistration }, (request) =>
    registrations.confirmRegistration(context, callerOf(request), request.body),
  );
};
