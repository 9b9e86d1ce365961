import type { preHandlerHookHandler } from 'fastify';
import { Lane } from '../lib/lane.ts';
import { afterWaiting, waitedMs } from '../lib/waited.ts';

/** Fewer than the connections that a part has for changes (six): what holds these up leaves the others to everybody else. */
const changesAtOnce = 4;
const longestMs = 1200;

interface Turns {
  lane: Lane;
  /** Calls that run or wait. */
  calls: number;
}

const turnsOf = new Map<string, Turns>();

/**
 * Lets a passenger's changes run a few at a time, others wait for their turn: all of them may wait for the same locked row.
 * Runs after the gate. @throws `unavailable` for whoever has waited too long.
 */
export const takeTurn: preHandlerHookHandler = (request, reply, done) => {
  const { passenger, method } = request;
  if (passenger === null || method === 'GET') return done();
  const { passengerId } = passenger;
  const turns = turnsOf.get(passengerId) ?? {
    lane: new Lane({ running: changesAtOnce, patienceMs: longestMs, longestMs, stuckMs: longestMs }),
    calls: 0,
  };
  turns.calls += 1;
  turnsOf.set(passengerId, turns);
  const forget = () => {
    turns.calls -= 1;
    if (turns.calls === 0) turnsOf.delete(passengerId);
  };
  const cameAt = performance.now();
  turns.lane.enter().then(
    (leave) => {
      const { leaveLane } = request;
      let isOver = false;
      const end = () => {
        leaveLane?.();
        leave();
        if (!isOver) forget();
        isOver = true;
      };
      request.leaveLane = end;
      reply.raw.once('close', end);
      afterWaiting(waitedMs() + performance.now() - cameAt, done);
    },
    (refusal: Error) => {
      forget();
      done(refusal);
    },
  );
};
