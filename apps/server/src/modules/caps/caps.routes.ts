import { listCaps } from '@tapfolio/contracts/caps.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { sendJson } from '../../lib/send-json.ts';
import { localeOf } from '../travel/shown-language.ts';
import { readCaps } from './caps.service.ts';

/** What is left to pay until travel is free. */
export const capRoutes: FastifyPluginAsync = async (app) => {
  const { travel } = app;
  const { config } = app.context;

  handle(app, listCaps, async (request, reply) =>
    sendJson(reply, await readCaps({ travel, config }, request.passenger.passengerId, localeOf(request))),
  );
};
