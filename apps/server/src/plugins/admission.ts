import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import createRouter from 'find-my-way';
import { hashesAtOnce } from '../lib/hashing-threads.ts';
import { Lane } from '../lib/lane.ts';
import { type Doorway, watchDoorway } from './doorway.ts';
import { type Entering, enterLane } from './enter-lane.ts';
import { isWhole } from './request-guard.ts';
import { Shedding } from './shedding.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused before anything was done for it, because too many came at once. */
    isShed: boolean;
  }
}

/** A caller who repeats a call at once must not use up all the time. A refusal may take 100 ms; the rest is for the network. */
const refusalHeldMs = { least: 10, most: 50 };
/** Of the longest wait: the rest is for those who were let in while the lane was faster. */
const patience = 0.82;

/**
 * Limits the calls that are under way, before the database and the hashing threads are used. A call that cannot be served soon
 * is refused at once. Calls with a password have a separate lane, so that a flood of sign-ins leaves room for other calls;
 * pages and answers from memory need none.
 */
export const admission = fastifyPlugin(
  (app) => {
    const lanes = createLanes(app.serverContext.config.http.longestWaitMs);
    const shedding = new Shedding(app.log, app.serverContext.clock);
    const laneOfGet = createRouter({ maxParamLength: app.initialConfig.routerOptions?.maxParamLength ?? 100 });
    const doorway = watchDoorway(app.server, {
      isBusy: () => shedding.isBusy,
      refuses: (path) => lanes.calls.isCrowded && laneOfGet.find('GET', path)?.store === 'calls',
      refusal: (closes) => shedding.next().bytes[closes ? 'closing' : 'open'],
      heldMs: refusalHeldMs,
    });
    app.addHook('preClose', async () => doorway.close());
    app.decorateRequest('isShed', false);
    app.decorateRequest('leaveLane', null);
    // The first hook of all: what is refused costs none of the others. The guard closes the line of what is malformed.
    app.addHook('onRequest', (request, reply, done) => {
      const name = laneOf(request.routeOptions);
      if (name === undefined || !lanes[name].isCrowded || !isWhole(request)) return done();
      shed(request, reply, shedding, doorway);
    });
    app.addHook('onRoute', (route) => {
      const name = laneOf(route);
      if (route.method === 'GET') laneOfGet.on('GET', route.url, () => {}, name);
      if (name === undefined) return;
      const lane = lanes[name];
      // Only now, since a body that comes slowly must not hold a place.
      route.preValidation = [
        (request: FastifyRequest, reply: FastifyReply, done: Entering['done']) =>
          enterLane(lane, { request, reply, done }),
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

function createLanes(longestMs: number) {
  const limits = { patienceMs: longestMs * patience, longestMs, stuckMs: longestMs / 2 };
  return {
    // In a flood a turn of the event loop takes 35 ms, and a page three of them: with 64 that would be 600 pages a second.
    // Time decides how many wait, until the lane has learned how fast this machine is: the first moment of a flood is no time to refuse.
    calls: new Lane({ ...limits, running: 128 }),
    // While one is hashed, others are on their way to the database and back. How many wait is a guess at first.
    passwords: new Lane({ ...limits, running: hashesAtOnce + 3, waiting: (limits.patienceMs / 34) * hashesAtOnce }),
  };
}

function laneOf({ config }: Pick<RouteOptions, 'config'>): 'calls' | 'passwords' | undefined {
  const call = config?.call;
  if (
    call === undefined ||
    call.who === 'provider' ||
    call.who === 'supervisor' ||
    call.who === 'mailbox' ||
    call.lane === 'none'
  )
    return undefined;
  return call.lane ?? 'calls';
}

/** Answers past all hooks: refusing must cost next to nothing when it happens thousands of times a second. */
function shed(request: FastifyRequest, reply: FastifyReply, shedding: Shedding, doorway: Doorway): void {
  request.isShed = true;
  const { headers, body } = shedding.next();
  reply.hijack();
  // A caller who comes again is known from the first byte on, and refused at the door.
  const closes = request.method === 'GET' && !doorway.knows(request.raw.socket);
  reply.raw.writeHead(503, { ...headers, ...(closes && { connection: 'close' }) });
  reply.raw.end(body);
}
