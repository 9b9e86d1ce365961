import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lane } from '../lib/lane.ts';
import { afterWaiting, waitedMs } from '../lib/waited.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the places that the call has taken among those who are served. */
    leaveLane: (() => void) | null;
  }
}

export interface Entering {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Goes on with the call, or ends it with a refusal. */
  readonly done: (refusal?: Error) => void;
}

/**
 * Waits for a place in a lane and continues with the call. The time it has waited is taken off the time it has for the database. The
 * place is freed before the answer is sent (`admission`), or when the connection closes; `onLeft` may be called more than once.
 */
export function enterLane(lane: Lane, { request, reply, done }: Entering, onLeft = () => {}): void {
  const cameAt = performance.now();
  lane.enter().then((leaveThis) => {
    const { leaveLane: leaveOthers } = request;
    const leave = () => {
      leaveOthers?.();
      leaveThis();
      onLeft();
    };
    request.leaveLane = leave;
    reply.raw.once('close', leave);
    afterWaiting(waitedMs() + performance.now() - cameAt, done);
  }, done);
}
