import type { Call } from '@tapfolio/contracts/define-call.ts';
import { maxPageSize } from '@tapfolio/contracts/limits.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { addressBlock, blocksOfNetwork, networkOfBlock, unknownBlock } from '../lib/address-block.ts';
import { AppError } from '../lib/app-error.ts';
import { RequestBudget } from '../lib/request-budget.ts';

/** Counts calls by what they show: a session or a key. Each method throws `too_many_requests`, with when to come back. */
interface ShownRate {
  /**
   * A call that shows this or nothing, before its body is read: a call whose body or shape is refused counts, too. If this process has
   * let the session or key in recently, that has separate places, and the answer is true. Otherwise the call takes a place of its
   * address, so that made-up ones are no way around.
   */
  count(request: FastifyRequest, shown: string | undefined): boolean;
  /** The same call, after the session or key was found valid: from now on it has separate places. */
  admit(request: FastifyRequest, shown: string): void;
}

/** Counts calls, answered or refused. */
export interface RequestRates {
  readonly sessions: ShownRate;
  readonly apiKeys: ShownRate;
  /** The same call of a session, in the name of its passenger. @throws `too_many_requests`. */
  countPassenger(request: FastifyRequest, passengerId: string): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    requestRates: RequestRates;
  }
}

/** A call takes another place for each further hundred rows that it may answer with. */
const rowsPerPlace = 100;

/** The sessions of one passenger at a time. Whoever signs in again and again makes no more calls than these may together. */
export const mostSessions = 5;

/** The places of a call that may write: it costs more than one that reads. */
const placesOfWrite = 5;

/**
 * A passenger may make as many calls that may write in a day as the rate allows in this many minutes, reading apart. Each leaves a row or more,
 * some of which are kept for a year: whoever does and undoes something at the full rate would fill a table.
 */
const minutesOfWritesADay = 20;

/**
 * The rate of all calls (ASVS 2.4.1), generous for people: per session for signed-in ones, per key for operators' own systems,
 * per address for open ones, and ten times as many per network of IPv6. Each process keeps it in memory, so that it costs no
 * statement. Guesses are counted in the database instead, exactly and across processes (`modules/throttles`).
 */
export const requestRates = fastifyPlugin(
  (app) => {
    const { sessionPerMinute, apiKeyPerMinute, addressPerMinute } = app.serverContext.config.requestRates;
    const takeOfBlock = budgetOfBlocks(addressPerMinute);
    let hasWarned = false;
    const countAddress = (request: FastifyRequest) => {
      const block = addressBlock(request.ip);
      if (block === unknownBlock && !hasWarned) {
        hasWarned = true;
        request.log.warn('a proxy names callers by what is no address: they are all counted as one');
      }
      refuseIf(takeOfBlock(block, declaredPlaces(request)));
    };
    const rateOf = (perMinute: number): ShownRate => {
      const budget = new RequestBudget({ most: perMinute });
      const admit = (request: FastifyRequest, shown: string) => refuseIf(budget.take(shown, placesOf(request)));
      const count = (request: FastifyRequest, shown: string | undefined) => {
        const isKnown = shown !== undefined && budget.knows(shown);
        if (isKnown) admit(request, shown);
        else countAddress(request);
        return isKnown;
      };
      return { count, admit };
    };
    const passengers = new RequestBudget({ most: mostSessions * sessionPerMinute });
    const writes = new RequestBudget({
      most: minutesOfWritesADay * (sessionPerMinute / placesOfWrite),
      windowMs: dayMs,
    });
    const rates: RequestRates = {
      sessions: rateOf(sessionPerMinute),
      apiKeys: rateOf(apiKeyPerMinute),
      countPassenger: (request, passengerId) => {
        refuseIf(passengers.take(passengerId, placesOf(request)));
        if (request.method !== 'GET') refuseIf(writes.take(passengerId));
      },
    };
    app.decorate('requestRates', rates);
    app.addHook('onRoute', (route) => {
      const call = route.config?.call;
      if (call === undefined || hasGate(call)) return;
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

function placesOf(request: FastifyRequest): number {
  const { limit } = request.query as { limit?: unknown }; // a text before the schema of the route has read it
  const rows = Math.min(Number(limit) || 0, maxPageSize);
  const usual = request.method === 'GET' ? 1 : placesOfWrite;
  return Math.max(declaredPlaces(request) ?? usual, Math.ceil(rows / rowsPerPlace));
}

function declaredPlaces({ routeOptions }: FastifyRequest): number | undefined {
  const rate = routeOptions.config.call?.rate;
  return rate && 'places' in rate ? rate.places : undefined;
}

/** The gate of this call counts it. */
function hasGate({ who }: Call): boolean {
  return who === 'passenger' || who === 'card' || who === 'operator';
}

function hasOwnRate(call: Call): call is Extract<Call, { rate: { perMinute: number } }> {
  return call.rate !== undefined && 'perMinute' in call.rate;
}

/** Each internal call counts for itself: a flood of one must not silence another. */
function countApart(perMinute: number): onRequestAsyncHookHandler {
  const take = budgetOfBlocks(perMinute);
  return async (request) => refuseIf(take(addressBlock(request.ip)));
}

/** Takes places of an address block, and of all its network where it has one. Returns the seconds to wait until there are enough. */
function budgetOfBlocks(perMinute: number): (block: string, places?: number) => number {
  const blocks = new RequestBudget({ most: perMinute });
  const networks = new RequestBudget({ most: perMinute * blocksOfNetwork });
  return (block, places) => {
    const network = networkOfBlock(block);
    return blocks.take(block, places) || (network === undefined ? 0 : networks.take(network, places));
  };
}
