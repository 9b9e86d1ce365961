import type { Call } from '@tapfolio/contracts/define-call.ts';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { addressBlock, unknownBlock } from '../lib/address-block.ts';
import { AppError } from '../lib/app-error.ts';
import { RequestBudget } from '../lib/request-budget.ts';

/** Counts calls, whatever comes of them. Each method throws `too_many_requests`, with when to come back. */
export interface RequestRates {
  /**
   * A call with this session, before it is looked up. A session that this process has let in of late has places of its
   * own, and the answer is true; any other takes a place of its address, so that made-up sessions are no way around.
   */
  countSession(request: FastifyRequest, session: string): boolean;
  /** The same call, once the session has been found to be live: from now on it has places of its own. */
  admit(request: FastifyRequest, session: string): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    requestRates: RequestRates;
  }
}

/** A call takes another place for each further hundred rows that it may answer with. */
const rowsPerPlace = 100;

/** What a call takes that may write: nobody fills a table by doing and undoing something for hours. */
const placesOfWrite = 5;

/**
 * The rate of all calls (ASVS 2.4.1), generous for people: per session for signed-in ones, per address for open ones. It
 * is kept in the memory of each process, so that no read pays a statement for it; guesses are counted in the database
 * instead, exactly and across processes (`modules/throttles`).
 */
export const requestRates = fastifyPlugin(
  (app) => {
    const { sessionPerMinute, addressPerMinute } = app.serverContext.config.requestRates;
    const sessions = new RequestBudget({ perMinute: sessionPerMinute });
    const addresses = new RequestBudget({ perMinute: addressPerMinute });
    let hasWarned = false;
    const countAddress = (request: FastifyRequest) => {
      const block = addressBlock(request.ip);
      if (block === unknownBlock && !hasWarned) {
        hasWarned = true;
        request.log.warn('a proxy names callers by what is no address: they are all counted as one');
      }
      const rate = request.routeOptions.config.call?.rate;
      refuseIf(addresses.take(block, rate && 'places' in rate ? rate.places : 1));
    };
    const admit = (request: FastifyRequest, session: string) => refuseIf(sessions.take(session, placesOf(request)));
    const countSession = (request: FastifyRequest, session: string) => {
      const isKnown = sessions.knows(session);
      if (isKnown) admit(request, session);
      else countAddress(request);
      return isKnown;
    };
    app.decorate('requestRates', { countSession, admit });
    app.addHook('onRoute', (route) => {
      const call = route.config?.call;
      if (call === undefined || call.who === 'passenger' || call.who === 'card') return;
      const count = hasOwnRate(call)
        ? countApart(call.rate.perMinute)
        : async (request: FastifyRequest) => countAddress(request);
      route.onRequest = [...[route.onRequest ?? []].flat(), count];
    });
  },
  { name: 'request-rates', dependencies: ['errors'], decorators: { fastify: ['serverContext'] } },
);

function refuseIf(waitSeconds: number): void {
  if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds });
}

function placesOf({ method, query, routeOptions }: FastifyRequest): number {
  const { limit } = query as { limit?: unknown }; // checked by the route's schema where it has one
  const rows = typeof limit === 'number' ? limit : 0;
  const rate = routeOptions.config.call?.rate;
  const least = rate && 'places' in rate ? rate.places : method === 'GET' ? 1 : placesOfWrite;
  return Math.max(least, Math.ceil(rows / rowsPerPlace));
}

function hasOwnRate(call: Call): call is Extract<Call, { rate: { perMinute: number } }> {
  return call.rate !== undefined && 'perMinute' in call.rate;
}

/** Each internal call counts for itself: a flood of one must not silence another. */
function countApart(perMinute: number): onRequestAsyncHookHandler {
  const budget = new RequestBudget({ perMinute });
  return async (request) => refuseIf(budget.take(addressBlock(request.ip)));
}
