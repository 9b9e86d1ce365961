import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp, type HttpRole } from './app.ts';
import { type Config, ConfigError, loadConfig, type Role } from './config/config.ts';
import { urlOfPart } from './database/parts.ts';
import { type DatabasePart, databaseParts } from './database/tables/part-names.ts';
import { writeSeenNotes } from './gate/seen-notes.ts';
import { installLastResort } from './lib/last-resort.ts';
import { createLogger, standardOutput } from './lib/logger.ts';
import { type Stop, stopAll } from './lib/stop-all.ts';
import { longestStopMs, stopOnSignals } from './lib/stop-on-signals.ts';
import { healthRoutes } from './modules/health/health.routes.ts';
import { Health } from './modules/health/health.service.ts';
import { type ContextOptions, openContext } from './open-context.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import type { ServerContext } from './plugins/context.ts';
import { type DatabaseAddress, prepareDatabase } from './prepare-database.ts';
import type { BackgroundRole } from './roles/background-role.ts';
import { Listening } from './roles/listening.ts';
import { RunningRoles } from './roles/running-roles.ts';

export interface StartOptions extends ContextOptions {
  logger?: FastifyBaseLogger;
  /** The database of this configuration, if the caller has begun to open it. The server stops it. Default: the server opens it. */
  database?: Promise<OpenDatabase>;
}

export interface RunningServer {
  /** Its address, such as `http://127.0.0.1:8080`; empty if it does not listen. */
  address: string;
  context: ServerContext;
  /** The owner's when that is known, else what the parts connect with; empty where no part comes to a database. */
  databaseUrl: string;
  /** Stops in the order things depend on each other; the database goes last. */
  stop(): Promise<void>;
}

const longestFlushMs = 1000;

/** Makes ready what a role serves. */
type OpenHttpRole = (config: Config, logger: FastifyBaseLogger) => Promise<HttpRole>;

/** Loaded when they are needed, so that a process uses the memory of its own roles only. */
const httpRoles: Partial<Record<Role, () => Promise<OpenHttpRole>>> = {
  auth: async () => {
    const { authRole } = await import('./roles/auth.ts');
    return async () => authRole;
  },
  portal: async () => {
    const { portalRole } = await import('./roles/portal.ts');
    return async () => portalRole;
  },
  web: async () => (await import('./roles/web.ts')).openWebRole,
};
const backgroundRoles: Partial<Record<Role, () => Promise<BackgroundRole>>> = {
  feed: async () => (await import('./roles/feed.ts')).feedRole,
  worker: async () => (await import('./roles/worker.ts')).workerRole,
};

/** Loads the code of every role without starting one: the build has Node compile it so. */
export async function loadEveryRole(): Promise<void> {
  await Promise.all([...Object.values(httpRoles), ...Object.values(backgroundRoles)].map((load) => load()));
}

/**
 * Starts the roles that the configuration asks for. Those that need a database get one of our own when it names none.
 * @throws after stopping again all that had been started.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const stops: Stop[] = [];
  const stop = () => stopAll(stops);
  try {
    return { ...(await startRoles(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startRoles(options: StartOptions, stops: Stop[]): Promise<Omit<RunningServer, 'stop'>> {
  const { config } = options;
  const logger = options.logger ?? createLogger(config);
  const parts = config.roles.filter(isDatabasePart);
  const { database, roles } = await openParts({ ...options, parts, logger }, stops);
  const context = await openContext({ ...options, url: database.url, logger }, stops);
  stops.push(writeSeenNotes);
  const [part] = parts;
  const running = new RunningRoles(config.roles.filter((role) => role in backgroundRoles));
  const health = new Health({
    databaseUrl: part && urlOfPart(database.url, part),
    findFaults: () => running.findFaults(),
    isStopping: () => running.isStopping,
  });
  stops.push(() => health.close());
  const app = config.listens ? await buildApp(context, [healthRoutes(health), ...roles], logger) : undefined;
  // All stop at the same time: a long import or a slow body must not use up the time of the others.
  const listening = app && new Listening(app, { isBehindProxy: config.http.trustedProxies.length > 0 });
  stops.push(() => running.stop(async () => listening?.close(config.http.drainSeconds)));
  const address = await listening?.open(config.http);
  // The background roles start last: a start that fails has then begun no work.
  for (const name of config.roles) {
    const start = await backgroundRoles[name]?.();
    if (start !== undefined) running.add(name, await start(context, logger));
  }
  return { address: address ?? '', context, databaseUrl: database.ownerUrl ?? database.url };
}

interface PartsOptions extends StartOptions {
  parts: readonly DatabasePart[];
  logger: FastifyBaseLogger;
}

interface Opened {
  database: DatabaseAddress;
  roles: readonly HttpRole[];
}

/**
 * The database, ready for these parts, and the roles. The roles are loaded while the built-in database starts. Then the schema is made,
 * and the pages are rendered meanwhile. The schema waits for the loading, which keeps this thread busy: a connection would wait too long.
 */
async function openParts(options: PartsOptions, stops: Stop[]): Promise<Opened> {
  const { config, secrets, parts, logger } = options;
  const onNotice = (sentence: string) => logger.warn(sentence);
  const needsDatabase = parts.length > 0 || config.databaseOwnerUrl !== undefined;
  const starting = needsDatabase ? startDatabase(options, onNotice, stops) : Promise.resolve(noDatabase);
  const loading = loadHttpRoles(config);
  const preparing = both(starting, loading).then(async ([database]) => {
    const preparation = { operators: config.operators, keys: secrets, parts, onNotice };
    if (needsDatabase) await prepareDatabase(database, preparation);
    return database;
  });
  const opening = loading.then(async (loaded) => await Promise.all(loaded.map((open) => open(config, logger))));
  const [database, roles] = await both(preparing, opening);
  return { database, roles };
}

/** None if no part needs one and this process has no owner's login to migrate with. */
const noDatabase: DatabaseAddress = { url: '', ownerUrl: undefined };

async function startDatabase(
  { config, database: opening }: StartOptions,
  onNotice: (sentence: string) => void,
  stops: Stop[],
): Promise<DatabaseAddress> {
  const database = await (opening ?? openDatabase(config, onNotice));
  stops.push(() => database.stop());
  return database;
}

async function loadHttpRoles({ listens, roles }: Config): Promise<OpenHttpRole[]> {
  return listens ? await Promise.all(roles.flatMap((name) => httpRoles[name]?.() ?? [])) : [];
}

/** The results of both. If one fails, this throws when the other has ended too, so that nothing is opened after the stop. */
async function both<First, Second>(first: Promise<First>, second: Promise<Second>): Promise<readonly [First, Second]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

function isDatabasePart(role: Role): role is DatabasePart {
  return databaseParts.some((part) => part === role);
}

async function main(): Promise<void> {
  try {
    const loaded = loadConfig();
    const logger = createLogger(loaded.config);
    const starting = startServer({ ...loaded, logger });
    // A signal during the start waits for its end: a half-started database must be stopped too.
    const stop = async () => {
      await (await starting).stop();
      // The reader of the log may hang. Lines that wait are then lost, as they are while the server runs.
      await Promise.race([standardOutput().flush(), sleep(longestFlushMs)]);
    };
    stopOnSignals({ stop });
    installLastResort(logger, stop, longestStopMs);
    const { address } = await starting;
    process.stdout.write(address === '' ? 'Started; listens nowhere\n' : `Listening on ${address}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
