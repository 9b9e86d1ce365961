import { giveConsent } from '@tapfolio/contracts/sessions.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { renewConsent } from './consents.service.ts';

export const consentRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;
  handle(app, giveConsent, async (request) => {
    await renewConsent(context, request.passenger, request.query);
  });
};
