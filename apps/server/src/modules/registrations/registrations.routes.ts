import { confirmRegistration, register } from '@tapfolio/contracts/registrations.ts';
import type { FastifyPluginAsync } from 'fastify';
import { callerOf } from '../../gate/caller.ts';
import { handle } from '../../gate/handle.ts';
import * as confirmations from './confirmation.service.ts';
import * as registrations from './registrations.service.ts';

export const registrationRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;

  handle(app, register, async (request) => {
    await registrations.register(context, callerOf(request), request.body);
  });

  handle(app, confirmRegistration, (request) =>
    confirmations.confirmRegistration(context, callerOf(request), request.body),
  );
};
