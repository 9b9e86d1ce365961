import type { FastifyInstance } from 'fastify';
import type { DatabasePart, Databases, PartDatabase } from '../database/parts.ts';
import type { Clock } from '../lib/clock.ts';
import type { Config, Secrets } from './config.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** Compiles one receipt to a tagged PDF; the real one is a worker thread (see `documents/`). */
export interface ReceiptCompiler {
  compile(template: string, data: unknown): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface SharedContext {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  receipts: ReceiptCompiler;
  /** Absent when the operator has configured none. */
  identityProvider: IdentityProvider | undefined;
}

/** What every role is handed at start: made once, closed in reverse order. */
export interface ServerContext extends SharedContext {
  databases: Databases;
}

/** What the code of one part works with: the database is seen under the rights of that part. */
export interface AppContext extends SharedContext, PartDatabase {}

/** The context of one part. */
export function contextOf({ databases, ...shared }: ServerContext, part: DatabasePart): AppContext {
  return { ...shared, ...databases.of(part) };
}

/** Says at the top of a role under whose rights its routes come to the database. */
export function actAs(app: FastifyInstance, part: DatabasePart): void {
  app.decorate('context', contextOf(app.serverContext, part));
}

declare module 'fastify' {
  interface FastifyInstance {
    serverContext: ServerContext;
    /** In the scope of a role that called {@link actAs}. */
    context: AppContext;
  }
}
