import pg from 'pg';
import { findMissingMigrations } from '../../database/migrate.ts';
import { findRefusedWrites } from '../../database/takes-writes.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { isTimeout } from '../../lib/temporary-failures.ts';

/** What is asked of this process, and what is wrong with each: nothing when undefined. */
export type Faults = Readonly<Record<string, string | undefined>>;

export interface HealthSources {
  /** A login of this process; absent if none of its roles uses the database. */
  databaseUrl: string | undefined;
  /** What the background roles of this process say of themselves. */
  findFaults(): Faults;
  isStopping(): boolean;
}

export interface Readiness {
  status: 'ready' | 'unready' | 'stopping';
  /** One entry for each thing that was looked at: `ok`, or what is wrong. */
  checks: Record<string, string>;
}

const longestAnswerMs = 1000;
/** A caller who asks more often gets the same answer, so that asking costs nothing. */
const freshMs = 1000;

/** Says whether this process can do its work at this moment. */
export class Health {
  readonly #sources: HealthSources;
  #answer: Promise<Readiness> | undefined;
  #client: pg.Client | undefined;

  constructor(sources: HealthSources) {
    this.#sources = sources;
  }

  async look(): Promise<Readiness> {
    if (this.#sources.isStopping()) return { status: 'stopping', checks: {} };
    if (this.#answer === undefined) {
      this.#answer = this.#ask();
      setTimeout(() => {
        this.#answer = undefined;
      }, freshMs).unref();
    }
    return await this.#answer;
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => {});
  }

  async #ask(): Promise<Readiness> {
    const { databaseUrl, findFaults } = this.#sources;
    const faults = { ...(databaseUrl !== undefined && (await this.#askDatabase(databaseUrl))), ...findFaults() };
    const isReady = Object.values(faults).every((fault) => fault === undefined);
    const checks = Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, fault ?? 'ok']));
    return { status: isReady ? 'ready' : 'unready', checks };
  }

  /** On a separate connection: the pools may be busy, and that is no reason to take the server out of service. */
  async #askDatabase(url: string): Promise<Faults> {
    try {
      const client = await this.#connect(url);
      const missing = await findMissingMigrations(client);
      // Each role that uses the database writes to it.
      const database = await findRefusedWrites(client);
      return { database, migrations: missing.length > 0 ? `${missing.join(', ')} missing` : undefined };
    } catch (error) {
      return { database: reasonOf(error) };
    }
  }

  /**
   * A new connection each time: the known one would be answered while the database refuses new ones, which the pools need as well. A
   * database that is only too slow to give one in time is asked on the known one.
   */
  async #connect(url: string): Promise<pg.Client> {
    const known = this.#client;
    const client = newClient(url);
    try {
      await client.connect();
    } catch (error) {
      if (known === undefined || !isTimeout(error)) throw error;
      return known;
    }
    this.#client = client;
    void known?.end().catch(() => {});
    return client;
  }
}

function newClient(connectionString: string): pg.Client {
  const limits = { connectionTimeoutMillis: longestAnswerMs, query_timeout: longestAnswerMs };
  const client = new pg.Client({ connectionString, ...limits });
  // A connection that is lost fails the running query; without a listener the event would end the process.
  client.on('error', () => {});
  return client;
}
