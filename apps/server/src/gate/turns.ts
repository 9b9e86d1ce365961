import type { preHandlerHookHandler } from 'fastify';
import { Lane } from '../lib/lane.ts';
import { enterLane } from '../plugins/enter-lane.ts';

/** Fewer than the six connections that a part has for changes: if these wait for a lock, other passengers still have two. */
const changesAtOnce = 4;
const longestMs = 1200;

/** One lane for each passenger with a change in progress. */
const lanes = new Map<string, Lane>();

/**
 * Lets a few changes of one passenger run at a time; the others wait, since all of them may need the same locked row.
 * Runs after the gate. @throws `unavailable` for a caller who has waited too long.
 */
export const takeTurn: preHandlerHookHandler = (request, reply, done) => {
  const { passenger, method } = request;
  if (passenger === null || method === 'GET') return done();
  const { passengerId } = passenger;
  const lane =
    lanes.get(passengerId) ??
    new Lane({ running: changesAtOnce, patienceMs: longestMs, longestMs, stuckMs: longestMs });
  lanes.set(passengerId, lane);
  enterLane(lane, { request, reply, done }, () => {
    if (lane.isIdle && lanes.get(passengerId) === lane) lanes.delete(passengerId);
  });
};
