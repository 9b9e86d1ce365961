import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import { Lane, type LaneOptions } from '../lib/lane.ts';
import { enterLane } from '../plugins/enter-lane.ts';

interface Turns {
  readonly limits: LaneOptions;
  /** One lane for each passenger with such a call in progress. */
  readonly lanes: Map<string, Lane>;
}

const changeMs = 1200;
/** Fewer than the six connections that a part has for changes: if these wait for a lock, other passengers still have two. */
const changes: Turns = {
  limits: { running: 4, patienceMs: changeMs, longestMs: changeMs, stuckMs: changeMs },
  lanes: new Map(),
};

/** The screens ask for up to fifty rows, or for all that one page may have. */
const largePageRows = 200;
const largePageMs = 5000;
/**
 * A page of a thousand rows takes several times as long as a usual one, and the rate of calls lets a passenger ask for many at once. Those
 * that wait take places that all passengers share, so only a few may wait.
 */
const largePages: Turns = {
  limits: { running: 2, waiting: 8, patienceMs: largePageMs, longestMs: largePageMs, stuckMs: largePageMs },
  lanes: new Map(),
};

/**
 * Lets a few changes of one passenger run at a time, since all of them may need the same locked row, and a few large pages; the others
 * wait. Runs after the gate. @throws `unavailable` for a caller who has waited too long, or when too many large pages wait.
 */
export const takeTurn: preHandlerHookHandler = (request, reply, done) => {
  const { passenger } = request;
  const turns = turnsOf(request);
  if (passenger === null || turns === undefined) return done();
  const { limits, lanes } = turns;
  const { passengerId } = passenger;
  const lane = lanes.get(passengerId) ?? new Lane(limits);
  lanes.set(passengerId, lane);
  enterLane(lane, { request, reply, done }, () => {
    if (lane.isIdle && lanes.get(passengerId) === lane) lanes.delete(passengerId);
  });
};

/** The schema of the route has read the query. */
function turnsOf({ method, query }: FastifyRequest): Turns | undefined {
  if (method !== 'GET') return changes;
  const { limit } = query as { limit?: unknown };
  return typeof limit === 'number' && limit > largePageRows ? largePages : undefined;
}
