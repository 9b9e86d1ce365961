import type { preHandlerHookHandler } from 'fastify';
import { Lane } from '../lib/lane.ts';
import { enterLane } from '../plugins/enter-lane.ts';

/** Fewer than the connections that a part has for changes (six): what holds these up leaves the others to everybody else. */
const changesAtOnce = 4;
const longestMs = 1200;

/** Of the passengers who are changing something. */
const lanes = new Map<string, Lane>();

/**
 * Lets a passenger's changes run a few at a time, others wait for their turn: all of them may wait for the same locked row.
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
