import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { afterAll } from 'vitest';
import { buildApp, type HttpRole } from '../src/app.ts';
import type { Config } from '../src/config/config.ts';
import { deriveKeys } from '../src/config/keys.ts';
import type { Secrets } from '../src/config/secrets.ts';
import { createDatabases } from '../src/database/parts.ts';
import { createDocumentCompiler } from '../src/documents/threaded-compiler.ts';
import type { Bank } from '../src/gateways/bank.ts';
import type { DocumentCompiler } from '../src/gateways/document-compiler.ts';
import type { IdentityProvider } from '../src/gateways/identity-provider.ts';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import { newToken, sha256 } from '../src/lib/hashing.ts';
import { storeOperators } from '../src/modules/settings/operators.service.ts';
import type { ServerContext } from '../src/plugins/context.ts';
import { insertRow } from './factories/insert-row.ts';
import { buildPassenger } from './factories/passengers.ts';
import { loadTestConfig } from './test-config.ts';
import { createTestDatabase } from './test-database.ts';
import { traceHeader } from './trace-header.ts';

export interface TestApp {
  app: FastifyInstance;
  /** Calls run with the database rights of their part. `contextOf` returns the context of a part. */
  context: TestContext;
  /** The database as its owner, who has all rights: for factories, and to check results. */
  pool: Pool;
  url: string;
  /** Makes calls as the portal's page does: with the trace header, without a session. */
  call(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** A passenger with a live session. */
  signIn(passenger?: Parameters<typeof buildPassenger>[1]): Promise<SignedIn>;
}

export type TestContext = ServerContext & { pool: Pool };

export interface SignedIn {
  passengerId: string;
  cookie: string;
  /** Makes calls as that passenger's browser does: with cookie and trace header. */
  call(request: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestAppOptions {
  config?: Partial<Config>;
  clock?: Clock;
  documents?: DocumentCompiler;
  identityProvider?: IdentityProvider;
  bank?: Bank;
  /** Off unless a test reads the lines. */
  logger?: FastifyBaseLogger;
  /** Calls and jobs give up as soon as in production if the database keeps them waiting: for tests of just that. */
  refusesInTime?: boolean;
}

/** However busy the machine is, no call is refused, and those that are to meet at a lock do so. */
const patience = { statementSeconds: 30, lockSeconds: 30, connectSeconds: 30 };

/** The first document waits for its thread to start, which takes a busy machine more than the usual seconds. */
const documentTimeoutMs = 55_000;

/** Builds the app with these roles on a database of its own. Everything is closed when the test file ends. */
export async function createTestApp(roles: readonly HttpRole[], options: TestAppOptions = {}): Promise<TestApp> {
  const { pool, url } = await createTestDatabase();
  const databases = createDatabases({ url, ...(!options.refusesInTime && { limits: patience }) });
  const documents = options.documents ?? createDocumentCompiler({ timeoutMs: documentTimeoutMs });
  const config = testConfig(options.config);
  await storeOperators(pool, config.operators);
  const context: TestContext = {
    config,
    secrets: testSecrets,
    keys: deriveKeys(testSecrets.accountKey),
    clock: options.clock ?? systemClock,
    databases,
    pool,
    documents,
    identityProvider: options.identityProvider,
    bank: options.bank,
  };
  const app = await buildApp(context, roles, options.logger);
  await app.ready();
  afterAll(async () => {
    await app.close();
    await documents.close();
    await databases.end();
  });
  const call = (request: InjectOptions) => app.inject(withHeaders(request, { 'x-trace': traceHeader() }));
  return { app, context, pool, url, call, signIn: (passenger) => signIn(app, pool, passenger) };
}

async function signIn(
  app: FastifyInstance,
  pool: Pool,
  overrides: Parameters<typeof buildPassenger>[1],
): Promise<SignedIn> {
  const { passenger_id: passengerId } = await buildPassenger(pool, overrides);
  const token = newToken();
  const session = { token_hash: sha256(token), passenger_id: passengerId, idle_seconds: 900 };
  await insertRow(pool, 'sessions', { ...session, expires_at: new Date(Date.now() + 3_600_000) });
  const cookie = `__Host-session=${token}`;
  const headers = () => ({ cookie, 'x-trace': traceHeader() });
  return { passengerId, cookie, call: (request) => app.inject(withHeaders(request, headers())) };
}

function withHeaders(request: InjectOptions, headers: Record<string, string>): InjectOptions {
  return { ...request, headers: { ...headers, ...request.headers } };
}

const testSecrets: Secrets = {
  mediumKey: sha256('a medium key for tests'),
  accountKey: sha256('an account key for tests'),
  mailPassword: undefined,
  ssoClientSecret: 'a client secret for tests',
  bank: undefined,
  backOfficeKeys: [],
};

/** The example configuration of a bilingual operator, loaded as in production, but with the folders of the test. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  return { ...loadTestConfig(), ...overrides };
}
