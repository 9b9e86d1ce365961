import pg from 'pg';
import { urlOfPart } from '../database/parts.ts';
import { storeOperators } from '../modules/settings/operators.service.ts';
import { lockImporter, unlockImporter } from './ledger.queries.ts';
import { type Operator, Operators } from './operators.ts';
import { ensureMonths } from './writer/months.ts';
import { sessionSettings } from './writer/staging.queries.ts';

export interface ImporterOptions {
  databaseUrl: string;
  operators: Operator[];
  mediumKey: Uint8Array;
}

/** One connection that imports file after file, and what it needs to know of the configuration. */
export class Importer {
  readonly client: pg.Client;
  readonly operators: Operators;
  readonly mediumKey: Uint8Array;
  #isClosed = false;

  private constructor(client: pg.Client, options: ImporterOptions) {
    this.client = client;
    this.operators = new Operators(options.operators);
    this.mediumKey = options.mediumKey;
  }

  static async open(options: ImporterOptions): Promise<Importer> {
    const client = new pg.Client({ connectionString: urlOfPart(options.databaseUrl, 'feed') });
    // A connection that dies rejects the running query as well; unheard, the event would end the process.
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(sessionSettings);
      await storeOperators(client, options.operators);
      return new Importer(client, options);
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
    await this.client.end();
  }

  /**
   * Runs `work` in one transaction while no other importer writes. Partitions are made before it begins: making one
   * locks the shape of its table until the end of the transaction, which would be the end of the whole file.
   */
  async exclusively<Result>(months: Iterable<string>, work: () => Promise<Result>): Promise<Result> {
    const { client } = this;
    await lockImporter(client);
    try {
      await ensureMonths(client, months);
      await client.query('begin');
      const result = await work();
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
