import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Keys } from '../config/keys.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Databases, PartDatabase } from '../database/parts.ts';
import type { DatabasePart } from '../database/tables/part-names.ts';
import type { Bank } from '../gateways/bank.ts';
import type { DocumentCompiler } from '../gateways/document-compiler.ts';
import type { IdentityProvider } from '../gateways/identity-provider.ts';
import type { Clock } from '../lib/clock.ts';

interface SharedContext {
  config: Config;
  keys: Keys;
  clock: Clock;
  documents: DocumentCompiler;
  /** Absent when the operator has configured none. */
  identityProvider: IdentityProvider | undefined;
  /** Absent when the operator has configured none, and in processes without a part that deals with it. */
  bank: Bank | undefined;
}

/** What every role is handed at start: made once, closed in reverse order. */
export interface ServerContext extends SharedContext {
  /** For what is opened at start; no service gets them. */
  secrets: Secrets;
  databases: Databases;
}

/** What the code of one part works with: the database is seen under the rights of that part. */
export interface AppContext extends SharedContext, PartDatabase {}

/** What a service takes when it needs more than the database: it names each thing that it uses, and gets no other. */
export type Using<Part extends keyof AppContext> = Pick<AppContext, Part>;

/** The context of one part. */
export function contextOf(context: ServerContext, part: DatabasePart): AppContext {
  const { databases, secrets: _, ...shared } = context;
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
