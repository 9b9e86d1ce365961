import { downloadTravelStatement } from '@tapfolio/contracts/travel-statement.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { localeOf } from '../travel/shown-language.ts';
import type { DocumentTurns } from '../travel-documents/document-turns.ts';
import { sendDocument } from '../travel-documents/send-document.ts';
import { makeTravelStatement } from './travel-statement.service.ts';

/** `turns` are those of all documents of a period. */
export const travelStatementRoutes: FastifyPluginAsync<{ turns: DocumentTurns }> = async (app, { turns }) => {
  const context = { ...app.context, travel: app.travel };

  handle(app, downloadTravelStatement, async (request, reply) => {
    const { query, passenger } = request;
    const question = { ...query, locale: localeOf(request) };
    const file = await turns.take(passenger.passengerId, () => makeTravelStatement(context, passenger, question));
    return sendDocument(reply, { ...query, name: 'travel-statement' }, file);
  });
};
