import type pg from 'pg';
import type { Operator } from '../config/config.operator.ts';
import type { StopMap } from '../config/config.schema.ts';
import { lockImporter, unlockImporter } from '../database/importer-lock.ts';
import { openConnection } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { types } from '../database/pool.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { storeOperators } from '../modules/settings/operators.service.ts';
import { Operators } from './operators.ts';
import { StopMaps } from './stop-maps.ts';
import { BatchWriter, type BatchWriterOptions, type Gathered, nothingGathered } from './writer/batch-writer.ts';
import { tellNewDebts } from './writer/debts.ts';
import { Months } from './writer/months.ts';
import {
  analyzeGrownMonths,
  makeFeedWeeks,
  sessionSettings,
  sideConnectionSettings,
  vacuumLeftShards,
} from './writer/session.queries.ts';

export interface ImporterOptions {
  databaseUrl: string;
  operators: Operator[];
  mediumKey: Uint8Array;
  /** How many characters a payment reference may have that passengers type. */
  referenceLengths?: readonly number[] | undefined;
  stopMaps?: readonly StopMap[] | undefined;
  clock?: Clock | undefined;
}

/** What the rows of every file are read with. */
export interface ImporterFacts {
  readonly operators: Operators;
  readonly mediumKey: Uint8Array;
  readonly referenceLengths: readonly number[] | undefined;
  readonly stopMaps: StopMaps | undefined;
}

/** No statement of a batch takes a minute on a slow machine; a longer silence is a database that is gone. */
const longestStatementMs = 15 * 60_000;

/** One connection that imports file after file, and what it needs to know of the configuration. */
export class Importer {
  readonly client: pg.Client;
  readonly facts: ImporterFacts;
  readonly clock: Clock;
  readonly #databaseUrl: string;
  /** What the transaction that is open has gathered for its end. */
  gathered: Gathered = nothingGathered();
  /** For what must be committed separately from the file's transaction; opened when a file needs it. */
  #second: Promise<pg.Client> | undefined;
  #isClosed = false;

  private constructor(client: pg.Client, stopMaps: StopMaps | undefined, options: ImporterOptions) {
    this.client = client;
    const { mediumKey, referenceLengths } = options;
    this.facts = { operators: new Operators(options.operators), mediumKey, referenceLengths, stopMaps };
    this.clock = options.clock ?? systemClock;
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

  /** Whether nothing more can be imported. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closed in the middle of a file, the file is as if it had not come. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const second = await this.#second?.catch(() => undefined);
    await Promise.all([this.client.end(), second?.end()]);
  }

  /** Sees to the partitions of one file. */
  #months(): Months {
    return new Months(() => this.#beside());
  }

  /** Counts the rows of months that have grown, for the files to come and for readers. Where that fails, they are only slower. */
  async countRows(): Promise<void> {
    const counted = this.#beside().then((client) => analyzeGrownMonths(client));
    await counted.catch(() => {});
  }

  /** A writer of one file of the transaction that is open. */
  writerOf(file: Pick<BatchWriterOptions, 'provenance' | 'counts' | 'isReplay' | 'isExtract'>): BatchWriter {
    return new BatchWriter(this.client, {
      ...file,
      months: this.#months(),
      gathered: this.gathered,
    });
  }

  #beside(): Promise<pg.Client> {
    this.#second ??= connectBeside(this.#databaseUrl).catch((error: unknown) => {
      this.#second = undefined;
      throw error;
    });
    return this.#second;
  }

  /** Runs `work` in one transaction while no other importer writes. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const { client } = this;
    await lockImporter(client);
    try {
      await makeFeedWeeks(client);
      await vacuumLeftShards(client);
      await client.query('begin');
      this.gathered = nothingGathered();
      const result = await work();
      if (this.gathered.newDebts.length > 0) await tellNewDebts(client, this.gathered.newDebts);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
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
