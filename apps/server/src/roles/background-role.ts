import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from '../plugins/context.ts';

/** A role that is a loop and no routes. `stop` waits for what it has begun. */
export interface RunningRole {
  stop(): Promise<void>;
}

/** Starts such a role; `databaseUrl` is for connections of its own (LISTEN), the context's pool for everything else. */
export type BackgroundRole = (
  context: AppContext,
  options: { databaseUrl: string; logger: FastifyBaseLogger },
) => Promise<RunningRole>;
