import type { Pool } from 'pg';
import type { ReadClients } from '../database/pool.ts';
import type { Clock } from '../lib/clock.ts';
import type { Config, Secrets } from './config.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** Compiles one receipt to a tagged PDF; the real one is a worker thread (see `documents/`). */
export interface ReceiptCompiler {
  compile(template: string, data: unknown): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** What every role is handed at start: made once, closed in reverse order. */
export interface AppContext {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  /** Transactions and everything that writes. */
  pool: Pool;
  /** Single prepared reads, pipelined. */
  reads: ReadClients;
  receipts: ReceiptCompiler;
  /** Absent when the operator has configured none. */
  identityProvider: IdentityProvider | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext;
  }
}
