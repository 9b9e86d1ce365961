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

/** Who watches the debts of a card. */
export interface Watcher {
  readonly media: readonly OwnMedium[];
  readonly session: string;
  /** Whether the session may still see the card. */
  isLive(): Promise<boolean>;
}

interface Watching extends Watcher {
  readonly stream: PassThrough;
  /** The version of each debt that the watcher was told of. */
  readonly told: Map<string, number>;
}

const pollMs = 1000;
/** Shorter than the silence after which proxies and our own server cut a line. */
const heartbeatMs = 15_000;
const mostOfSession = 4;
const mostOfProcess = 1000;
/** Who does not read any more is let go of; the page comes back by itself. */
const mostUnreadBytes = 65_536;

/**
 * Tells those who watch of each change of a debt, as server-sent events. The database is asked once a second for all of them
 * together, and not at all while nobody watches. At first each is told where every debt stands, so that nothing is missed
 * between reading the list and watching it.
 */
export class DebtWatch {
  readonly #reads: Db;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #watching = new Set<Watching>();
  #isPolling = false;

  constructor(reads: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#reads = reads;
    this.#log = log;
  }

  /** @throws AppError `too_many_requests` when the session watches in many tabs, `unavailable` when too many watch. */
  open(watcher: Watcher): Readable {
    const ofSession = [...this.#watching].filter(({ session }) => session === watcher.session).length;
    assertThat(ofSession < mostOfSession, 'too_many_requests', { retryAfterSeconds: 60 });
    if (this.#watching.size >= mostOfProcess) throw new AppError('unavailable');
    const watching: Watching = { ...watcher, stream: new PassThrough(), told: new Map() };
    // A browser whose line is lost comes back after so many milliseconds.
    watching.stream.write('retry: 3000\n\n');
    this.#watching.add(watching);
    const beating = setInterval(() => void this.#beat(watching), heartbeatMs);
    watching.stream.once('close', () => {
      clearInterval(beating);
      this.#watching.delete(watching);
    });
    if (!this.#isPolling) void this.#poll();
    return watching.stream;
  }

  /** Ends all streams: the process stops. */
  close(): void {
    for (const { stream } of this.#watching) stream.end();
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
    for (const one of watching)
      for (const row of one.media.flatMap((medium) => shownOf(medium, byMedium))) tell(one, row);
  }

  async #beat({ stream, isLive }: Watching): Promise<void> {
    try {
      if (await isLive()) stream.write('event: heartbeat\ndata:\n\n');
      else stream.end('event: end\ndata:\n\n');
    } catch (error) {
      this.#log.warn({ err: error }, 'a session that watches could not be looked up');
    }
  }
}

/** What the watcher may see of a medium. */
function shownOf({ mediumId, shownFrom }: OwnMedium, byMedium: ReadonlyMap<string, WatchedRow[]>): WatchedRow[] {
  return (byMedium.get(mediumId) ?? []).filter((row) => !isBefore(row.opened_at, shownFrom));
}

function tell({ stream, told }: Watching, { payment_id: paymentId, version, state, state_at }: WatchedRow): void {
  if (told.get(paymentId) === version) return;
  told.set(paymentId, version);
  const change: DebtChange = { paymentId, state, stateAt: isoInstant(state_at) };
  stream.write(`event: debt\nid: ${version}\ndata: ${JSON.stringify(change)}\n\n`);
  if (stream.readableLength > mostUnreadBytes) stream.destroy();
}
