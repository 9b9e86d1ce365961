import { endOtherSessions, endSession, listSessions, type OwnSession } from '@tapfolio/contracts/account.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { passengerOf, requireSession } from '../../gate/session-gate.ts';
import * as sessions from './sessions.service.ts';

const path = '/public/api/v1/auth/user/sessions';

export const ownSessionRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.get(path, { schema: listSessions }, async (request) => {
    const { passengerId, tokenHash } = passengerOf(request);
    return { items: (await sessions.listSessions(context.reads, passengerId, tokenHash)).map(present) };
  });

  app.delete(path, { schema: endOtherSessions }, async (request, reply) => {
    await sessions.endOtherSessions(context, passengerOf(request));
    return reply.code(204).send(null);
  });

  app.delete(`${path}/:sessionId`, { schema: endSession }, async (request, reply) => {
    await sessions.endSession(context, passengerOf(request), request.params.sessionId);
    return reply.code(204).send(null);
  });
};

function present(row: sessions.OwnSessionRow): OwnSession {
  return {
    id: row.id,
    startedAt: row.started_at,
    lastSeenAt: row.last_seen_at,
    userAgent: row.user_agent,
    isCurrent: row.is_current,
  };
}
