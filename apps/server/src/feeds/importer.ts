import type pg from 'pg';
import type { Operator } from '../config/config.operator.ts';
import type { StopMap } from '../config/config.schema.ts';
import { Operators } from '../config/operators.ts';
import { lockImporter, unlockImporter } from '../database/importer-lock.ts';
import { openConnection } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { types } from '../database/pool.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { storeOperators } from '../modules/settings/operators.service.ts';
import type { Judging } from './format.ts';
import {
  analyzeGrownMonths,
  findMissingMonths,
  makeFeedWeeks,
  makeMonth,
  sessionSettings,
  sideConnectionSettings,
  vacuumLeftShards,
} from './import.queries.ts';
import { RefusedFile } from './refused-file.ts';
import { Counts, type Kind, type Written } from './report.ts';
import { RowContext, type RowContextOptions } from './row-context.ts';
import { StopMaps } from './stop-maps.ts';
import { BatchWriter, type BatchWriterOptions, type Gathered, nothingGathered } from './writer/batch-writer.ts';
import type { Chunk } from './writer/canonical.ts';
import type { Provenance } from './writer/feed-table.ts';
import { tellPaymentNews } from './writer/payments.ts';

export interface ImporterOptions {
  databaseUrl: string;
  operators: Operator[];
  mediumKey: Uint8Array;
  /** How many characters a payment reference may have that passengers type. */
  referenceLengths?: readonly number[] | undefined;
  stopMaps?: readonly StopMap[] | undefined;
  /** How many months travel is kept; unknown, a replay brings back all of it. */
  travelMonths?: number | undefined;
  clock?: Clock | undefined;
}

/** The rows of one table, and how they are read. */
export interface RowsTask extends Provenance, Pick<BatchWriterOptions, 'forgotten'> {
  /** What rows are counted as that cannot be used. */
  kind: Kind;
  read: (context: RowContext) => AsyncIterable<Chunk>;
  /** Whether the rows are stored already, so that their results count as those of the first import. */
  isReplay?: boolean;
  /** Whether these are only some rows of the file, which do not say whose a card is. */
  isExtract?: boolean;
  /** First rows of earlier exports of this kind, the newest first. */
  headersBefore?: readonly string[];
}

/** No statement of a batch takes a minute on a slow machine; a longer silence is a database that is gone. */
const longestStatementMs = 15 * 60_000;

/** One connection that imports file after file, and what it needs to know of the configuration. */
export class Importer {
  readonly client: pg.Client;
  /** What the rows of every file are read with. */
  readonly facts: Omit<RowContextOptions, 'exportedAt'>;
  readonly clock: Clock;
  readonly travelMonths: number | undefined;
  readonly #databaseUrl: string;
  /** What the transaction that is open has gathered for its end. */
  gathered: Gathered = nothingGathered();
  /** For what must be committed separately from the file's transaction; opened when a file needs it. */
  #second: Promise<pg.Client> | undefined;
  /** The count of rows that was begun last. */
  #counting = Promise.resolve();
  #isWriting = false;
  #isClosed = false;

  private constructor(client: pg.Client, stopMaps: StopMaps | undefined, options: ImporterOptions) {
    this.client = client;
    const { mediumKey, referenceLengths } = options;
    this.facts = { operators: new Operators(options.operators), mediumKey, referenceLengths, stopMaps };
    this.clock = options.clock ?? systemClock;
    this.travelMonths = options.travelMonths;
    this.#databaseUrl = options.databaseUrl;
  }

  static async open(options: ImporterOptions): Promise<Importer> {
    const { stopMaps: maps = [], operators } = options;
    const stopMaps = maps.length === 0 ? undefined : await StopMaps.read(maps, operators);
    const client = await connect(options.databaseUrl);
    try {
      await client.query(sessionSettings);
      await storeOperators(client, options.operators);
      return new Importer(client, stopMaps, options);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** What deliveries are judged by. */
  get judging(): Judging {
    return { operators: this.facts.operators, now: this.clock.now() };
  }

  /** Whether nothing more can be imported. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closed in the middle of a file, the file is as if it had not come. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // In the middle of a file nobody waits for the count of the rows before it.
    if (!this.#isWriting) await this.#counting;
    const second = await this.#second?.catch(() => undefined);
    await Promise.all([this.client.end(), second?.end()]);
  }

  /** Begins to count the rows of months that have grown, for readers and later files. Where that fails, they are only slower. */
  countRows(): void {
    const counted = this.#beside().then((client) => analyzeGrownMonths(client));
    this.#counting = counted.catch(() => {});
  }

  /** Writes what the rows of one table say, in the transaction that is open. The staging tables are there and empty (`openStages`). */
  async writeRows(task: RowsTask): Promise<Written> {
    const { kind, isReplay, isExtract, forgotten, headersBefore } = task;
    const counts = new Counts();
    // A table without a row was delivered all the same.
    counts.add(kind, {});
    const context = new RowContext({ ...this.facts, exportedAt: task.exportedAt, headersBefore });
    const months = new Months(() => this.#beside());
    const ensureMonths = (some: ReadonlySet<string>) => months.ensure(some);
    const { gathered } = this;
    const about = { provenance: task, context, counts, isReplay, isExtract, forgotten, ensureMonths, gathered };
    const writer = new BatchWriter(this.client, about);
    let rows = 0;
    try {
      for await (const chunk of task.read(context)) {
        rows += chunk.raw.length;
        if (chunk.quarantined.length > 0) counts.add(kind, { quarantined: chunk.quarantined.length });
        await writer.add(chunk);
      }
      await writer.close();
    } finally {
      await writer.waitUntilIdle();
    }
    const { size: setAside, shown, reasons } = writer.quarantine;
    const { notes, lostColumns } = context;
    return { rows, setAside, counts, notes, lostColumns, quarantined: shown, reasons };
  }

  /** The second connection, once it is free. */
  async #beside(): Promise<pg.Client> {
    await this.#counting;
    this.#second ??= connectBeside(this.#databaseUrl).catch((error: unknown) => {
      this.#second = undefined;
      throw error;
    });
    return await this.#second;
  }

  /** Runs `work` in one transaction while no other importer writes. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const { client } = this;
    await lockImporter(client);
    this.#isWriting = true;
    try {
      await makeFeedWeeks(client);
      await vacuumLeftShards(client);
      await client.query('begin');
      this.gathered = nothingGathered();
      const result = await work();
      await tellPaymentNews(client, this.gathered);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      this.#isWriting = false;
      await unlockImporter(client).catch(() => {});
    }
  }
}

/** A database that does not answer must not hold an importer for ever: the next round tries again. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  return await openConnection({
    connectionString: urlOfPart(databaseUrl, 'feed'),
    types,
    keepAliveInitialDelayMillis: 30_000,
    query_timeout: longestStatementMs,
  });
}

async function connectBeside(databaseUrl: string): Promise<pg.Client> {
  const client = await connect(databaseUrl);
  await client.query(sideConnectionSettings);
  return client;
}

/** The limit of new months for one file: three years of history at once; more are typing errors, each with three tables. */
const mostNewMonths = 36;

/**
 * Makes the partitions that the rows of one file need, on a separate connection: making one locks the definition of its
 * table until the end of the transaction, which on the importer's would be the end of the whole file.
 */
class Months {
  readonly #connect: () => Promise<pg.ClientBase>;
  /** Months that are seen to, which are those that the file fills. */
  readonly #known = new Set<string>();
  #made = 0;

  constructor(connect: () => Promise<pg.ClientBase>) {
    this.#connect = connect;
  }

  /** @throws RefusedFile if the file needs more new months than any delivery spans. */
  async ensure(months: Iterable<string>): Promise<void> {
    const asked = [...months].filter((month) => !this.#known.has(month));
    if (asked.length === 0) return;
    const client = await this.#connect();
    const missing = await findMissingMonths(client, { months: asked });
    this.#made += missing.length;
    if (this.#made > mostNewMonths) throw new RefusedFile(tooManyMonths);
    for (const month of asked) {
      // Also a month that is there: another process may just have made it, and our connection may not know it yet.
      await makeMonth(client, { month: `${month}-01T00:00:00Z` });
      this.#known.add(month);
    }
  }
}

const tooManyMonths =
  `its rows lie in more than ${mostNewMonths} months of which nothing was delivered before: ` +
  'correct their dates, or deliver a longer history in several files';
