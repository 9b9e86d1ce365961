import type { ErrorBody } from '@tapfolio/contracts/shared.ts';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { hashesAtOnce } from '../lib/hashing-threads.ts';
import { Lane } from '../lib/lane.ts';
import { isWhole } from './request-guard.ts';
import { refusalHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused before anything was done for it, because too many came at once. */
    isShed: boolean;
    /** Gives back the place among those who are served. */
    leaveLane: (() => void) | null;
  }
}

const retryAfterSeconds = 2;
const shedLineMs = 1000;

/**
 * Bounds what is under way, before the database and the hashing threads are asked. Whoever cannot be served soon is told so
 * at once. Calls with a password have a lane of their own, so that a flood of sign-ins leaves room for everybody else;
 * pages and what is answered from memory need none.
 */
export const admission = fastifyPlugin(
  (app) => {
    const lanes = createLanes(app.serverContext.config.http.longestWaitMs);
    const counts = createShedCounter();
    app.decorateRequest('isShed', false);
    app.decorateRequest('leaveLane', null);
    // The first hook of all: what is refused costs none of the others. The guard closes the line of what is malformed.
    app.addHook('onRequest', (request, reply, done) => {
      const name = laneOf(request.routeOptions);
      if (name === undefined || !lanes[name].isCrowded || !isWhole(request)) return done();
      shed(request, reply, counts);
    });
    app.addHook('onRoute', (route) => {
      const name = laneOf(route);
      if (name === undefined) return;
      const lane = lanes[name];
      // Only now, since a body that comes slowly must not hold a place.
      route.preValidation = [
        async (request: FastifyRequest, reply: FastifyReply) => {
          const leave = await lane.enter();
          request.leaveLane = leave;
          reply.raw.once('close', leave);
        },
        ...[route.preValidation ?? []].flat(),
      ];
    });
    // Before the bytes go out: a client that reads slowly must not hold a place either.
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.leaveLane?.();
      done(null, payload);
    });
  },
  { name: 'admission', decorators: { fastify: ['serverContext'] } },
);

/** As many wait as can be served in time on a middling machine; how fast this one is, the first of the queue tells. */
function createLanes(longestMs: number) {
  const limits = { patienceMs: longestMs / 2, longestMs };
  return {
    calls: new Lane({ ...limits, running: 64, waiting: longestMs / 4 }),
    // While one is hashed, others are on their way to the database and back.
    passwords: new Lane({ ...limits, running: hashesAtOnce + 3, waiting: (longestMs / 20) * hashesAtOnce }),
  };
}

function laneOf({ config }: Pick<RouteOptions, 'config'>): 'calls' | 'passwords' | undefined {
  const call = config?.call;
  if (call === undefined || call.who === 'provider' || call.who === 'supervisor' || call.lane === 'none')
    return undefined;
  return call.lane ?? 'calls';
}

/** Answers past all hooks: refusing must cost next to nothing when it happens thousands of times a second. */
function shed(request: FastifyRequest, reply: FastifyReply, count: (request: FastifyRequest) => void): void {
  request.isShed = true;
  const body = JSON.stringify({ error: { code: 'unavailable', traceId: request.id } } satisfies ErrorBody);
  reply.hijack();
  reply.raw.writeHead(503, {
    ...refusalHeaders,
    'x-trace-id': request.id,
    'retry-after': String(retryAfterSeconds),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  reply.raw.end(body);
  count(request);
}

/** One line a second, however many were refused. */
function createShedCounter(): (request: FastifyRequest) => void {
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return (request) => {
    refused += 1;
    const now = performance.now();
    if (now - toldAt < shedLineMs) return;
    request.log.warn({ refused }, 'too many calls at once');
    refused = 0;
    toldAt = now;
  };
}
