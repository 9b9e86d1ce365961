import { downloadTravelStatement } from '@tapfolio/contracts/travel-statement.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { localeOf } from '../travel/shown-language.ts';
import { sendDocument } from '../travel-documents/send-document.ts';
import { makeTravelStatement } from './travel-statement.service.ts';

export const travelStatementRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, downloadTravelStatement, async (request, reply) => {
    const { query, passenger } = request;
    const file = await makeTravelStatement(context, passenger, { ...query, locale: localeOf(request) });
    return sendDocument(reply, { ...query, name: 'travel-statement' }, file);
  });
};
