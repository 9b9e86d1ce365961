import { downloadTravelStatement } from '@tapfolio/contracts/travel-statement.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { localeOf } from '../travel/shown-language.ts';
import { StatementTurns } from './statement-turns.ts';
import { makeTravelStatement } from './travel-statement.service.ts';

const types = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;

export const travelStatementRoutes: FastifyPluginAsync = async (app) => {
  const context = { ...app.context, travel: app.travel };
  const turns = new StatementTurns();

  handle(app, downloadTravelStatement, async (request, reply) => {
    const { query, passenger } = request;
    const { from, to, format } = query;
    const question = { ...query, locale: localeOf(request) };
    const file = await turns.take(passenger.passengerId, () => makeTravelStatement(context, passenger, question));
    return reply
      .header('content-disposition', `attachment; filename="travel-statement-${from}-${to}.${format}"`)
      .header('x-robots-tag', 'noindex, nofollow')
      .type(types[format])
      .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  });
};
