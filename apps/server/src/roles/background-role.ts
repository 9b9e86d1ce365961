import type { FastifyBaseLogger } from 'fastify';
import type { ServerContext } from '../plugins/context.ts';

/** A role that has no routes and works by itself. `stop` waits for the work that has begun. */
export interface RunningRole {
  stop(): Promise<void>;
  /** What keeps it from working, in words for the administrator; undefined when all is well. */
  findFault(): string | undefined;
}

/** Starts such a role. */
export type BackgroundRole = (context: ServerContext, logger: FastifyBaseLogger) => Promise<RunningRole>;
