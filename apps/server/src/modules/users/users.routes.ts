import { editProfile } from '@tapfolio/contracts/account.ts';
import { getSettings, setLanguage } from '@tapfolio/contracts/sessions.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import * as users from './users.service.ts';

/** Calls of a passenger about their own settings. */
export const userRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;
  handle(app, getSettings, async (request) => {
    return await users.readSettings(context, request.passenger);
  });

  handle(app, setLanguage, async (request) => {
    await users.setLanguage(context, request.passenger.passengerId, request.body.display_language);
  });

  handle(app, editProfile, async (request) => {
    const { first_name: firstName, last_name: lastName } = request.body;
    await users.editNames(context, request.passenger, { firstName, lastName });
  });
};
