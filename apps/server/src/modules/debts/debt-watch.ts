import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DebtChange } from '@tapfolio/contracts/debts.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { OwnMedium } from '../../gate/own-media.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { isBefore, isoInstant } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import { listWatched, type WatchedRow } from './debts.queries.ts';

/** A session that watches the debts of a card. */
export interface Watcher {
  readonly media: readonly OwnMedium[];
  readonly session: string;
  /** The network address of the connection, in the form in which it is counted. */
  readonly address: string;
  /** Whether the session may still see the card, of these media. */
  isLive(): Promise<boolean>;
}

interface Watching extends Watcher {
  readonly stream: PassThrough;
  /** The version of each debt that the watcher got last. */
  readonly told: Map<string, number>;
  readonly beating: NodeJS.Timeout;
}

const pollMs = 1000;
/** Shorter than the silence after which proxies and our own server close a connection. */
const heartbeatMs = 15_000;
const mostPerSession = 4;
/** Many passengers may share one address; one address may not take all the places. */
const mostPerAddress = 100;
const mostOfProcess = 1000;
/** A watcher that has stopped reading is disconnected; its page connects again. */
const mostUnreadBytes = 65_536;

/**
 * Sends each change of a debt to its watchers, as server-sent events. The database is asked once a second for all watchers
 * together, and not at all while there are none. A new watcher first gets the state of every debt, so that it misses nothing
 * between reading the list and watching it.
 */
export class DebtWatch {
  readonly #reads: Db;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #watching = new Set<Watching>();
  #isPolling = false;
  #isStopping = false;

  constructor(readDb: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#reads = readDb;
    this.#log = log;
  }

  /**
   * @throws AppError `too_many_requests` when the session or its address has too many watchers, `unavailable` when the process has
   *   too many or stops.
   */
  open(watcher: Watcher): Readable {
    const all = [...this.#watching];
    const ofSession = all.filter(({ session }) => session === watcher.session).length;
    const ofAddress = all.filter(({ address }) => address === watcher.address).length;
    const hasRoom = ofSession < mostPerSession && ofAddress < mostPerAddress;
    assertThat(hasRoom, 'too_many_requests', { retryAfterSeconds: 60 });
    if (this.#isStopping || this.#watching.size >= mostOfProcess) throw new AppError('unavailable');
    const beating = setInterval(() => void this.#beat(watching), heartbeatMs);
    const watching: Watching = { ...watcher, stream: new PassThrough(), told: new Map(), beating };
    // A browser that loses the connection opens it again after this number of milliseconds.
    watching.stream.write('retry: 3000\n\n');
    this.#watching.add(watching);
    watching.stream.once('close', () => this.#letGo(watching));
    if (!this.#isPolling) void this.#poll();
    return watching.stream;
  }

  /** Ends all streams, and lets none be opened any more: the process stops. */
  close(): void {
    this.#isStopping = true;
    for (const watching of this.#watching) this.#end(watching);
  }

  /** Writes nothing more to the stream, whether or not its reader has read everything. */
  #end(watching: Watching): void {
    this.#letGo(watching);
    watching.stream.end();
  }

  #letGo(watching: Watching): void {
    clearInterval(watching.beating);
    this.#watching.delete(watching);
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#watching.size > 0) {
      await this.#tellChanges().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the debts that are watched could not be read'),
      );
      await sleep(pollMs);
    }
    this.#isPolling = false;
  }

  async #tellChanges(): Promise<void> {
    const watching = [...this.#watching];
    const mediumIds = [...new Set(watching.flatMap(({ media }) => media.map(({ mediumId }) => mediumId)))];
    const byMedium = Map.groupBy(await listWatched(this.#reads, { mediumIds }), (row) => row.medium_id);
    await Promise.all(watching.map(async (one) => await this.#tellNews(one, byMedium)));
  }

  /** Checks first whether the session still lives: the next heartbeat may be long after its end. */
  async #tellNews(watching: Watching, byMedium: ReadonlyMap<string, WatchedRow[]>): Promise<void> {
    const rows = watching.media.flatMap((medium) => shownOf(medium, byMedium));
    const news = rows.filter(({ payment_id, version }) => watching.told.get(payment_id) !== version);
    if (news.length === 0 || !(await this.#mayHear(watching))) return;
    for (const row of news) tell(watching, row);
  }

  async #beat(watching: Watching): Promise<void> {
    if (await this.#mayHear(watching)) watching.stream.write('event: heartbeat\ndata:\n\n');
  }

  /**
   * Whether the watcher may get a change now. If not, the stream ends; the browser opens a new one, which the gate refuses
   * or which has the present media. A watcher whose session cannot be read gets nothing.
   */
  async #mayHear(watching: Watching): Promise<boolean> {
    try {
      const isLive = await watching.isLive();
      if (!this.#watching.has(watching)) return false;
      if (!isLive) this.#end(watching);
      return isLive;
    } catch (error) {
      this.#log.warn({ err: error }, 'a session that watches could not be looked up');
      return false;
    }
  }
}

/** What the watcher may see of a medium. */
function shownOf({ mediumId, shownFrom }: OwnMedium, byMedium: ReadonlyMap<string, WatchedRow[]>): WatchedRow[] {
  return (byMedium.get(mediumId) ?? []).filter((row) => !isBefore(row.opened_at, shownFrom));
}

function tell({ stream, told }: Watching, { payment_id: paymentId, version, state, state_at }: WatchedRow): void {
  told.set(paymentId, version);
  const change: DebtChange = { paymentId, state, stateAt: isoInstant(state_at) };
  stream.write(`event: debt\nid: ${version}\ndata: ${JSON.stringify(change)}\n\n`);
  if (stream.readableLength + stream.writableLength > mostUnreadBytes) stream.destroy();
}
