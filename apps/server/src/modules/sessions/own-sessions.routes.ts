import { endOtherSessions, endSession, listSessions, type OwnSession } from '@tapfolio/contracts/account.ts';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../../gate/handle.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { OwnSessionRow } from './sessions.queries.ts';
import * as sessions from './sessions.service.ts';

export const ownSessionRoutes: FastifyPluginAsync = async (app) => {
  const { context } = app;
  handle(app, listSessions, async (request) => {
    const { passengerId, tokenHash } = request.passenger;
    return { items: (await sessions.listSessions(context.readDb, passengerId, tokenHash)).map(present) };
  });

  handle(app, endOtherSessions, async (request) => {
    await sessions.endOtherSessions(context, request.passenger);
  });

  handle(app, endSession, async (request) => {
    await sessions.endSession(context, request.passenger, request.params.sessionId);
  });
};

function present(row: OwnSessionRow): OwnSession {
  return {
    id: row.id,
    startedAt: isoInstant(row.started_at),
    lastSeenAt: isoInstant(row.last_seen_at),
    userAgent: row.user_agent,
    isCurrent: row.is_current,
  };
}
