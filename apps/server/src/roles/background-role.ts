import type { FastifyBaseLogger } from 'fastify';
import type { ServerContext } from '../plugins/context.ts';

/** A role that is a loop and no routes. `stop` waits for what it has begun. */
export interface RunningRole {
  stop(): Promise<void>;
}

/** Starts such a role. */
export type BackgroundRole = (context: ServerContext, logger: FastifyBaseLogger) => Promise<RunningRole>;
