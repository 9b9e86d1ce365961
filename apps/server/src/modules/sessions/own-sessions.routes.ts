import { endOtherSessions, endSession, listSessions, type OwnSession } from '@tapfolio/contracts/account.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as sessions from './session-ends.service.ts';
import { passengerOf, requireSession } from './session-gate.ts';

const path = '/public/api/v1/auth/user/sessions';

export const ownSessionRoutes: FastifyPluginAsyncZod = async (app) => {
  const { context } = app;
  app.addHook('preHandler', requireSession);

  app.get(path, { schema: listSessions }, async (request) => {
    const { passengerId, tokenHash } = passengerOf(request);
    return { items: (await sessions.listSessions(context.reads, passengerId, tokenHash)).map(present) };
  });

  app.delete(path, { schema: endOtherSessions }, async (request, reply) => {
    const { passengerId, tokenHash: current } = passengerOf(request);
    await sessions.endOtherSessions(context, { passengerId, current, traceId: request.id });
    return reply.code(204).send(null);
  });

  app.delete(`${path}/:sessionId`, { schema: endSession }, async (request, reply) => {
    const { passengerId } = passengerOf(request);
    await sessions.endSession(context, { passengerId, sessionId: request.params.sessionId, traceId: request.id });
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
