import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FoundFile, findFiles } from './find-files.ts';
import { archiveDelivery, type Delivery, deliveriesOf, importDelivery } from './import-inbox.ts';
import { Importer, type ImporterOptions } from './importer.ts';
import type { FileReport } from './report.ts';

export interface WatcherOptions extends ImporterOptions {
  inbox: string;
  archive?: string | undefined;
  pollMs: number;
  onReport: (report: FileReport) => void;
  /** Told when the inbox or the database cannot be reached; the next round tries again. */
  onError: (error: unknown) => void;
}

/** Between the look that finds a file and the look that finds it unchanged. */
const settleMs = 1000;

/** Looks into the inbox again and again and imports what has come to rest there. */
export class Watcher {
  readonly #options: WatcherOptions;
  readonly #stopping = new AbortController();
  /** Size and date of every file at the last look: one that is still being sent changes between two. */
  #seen = new Map<string, string>();
  /** Deliveries that need no second look in this process; the ledger remembers them for the next. */
  readonly #done = new Set<string>();
  /** Why a delivery failed when it was last tried: it is tried in every round and told of once. */
  readonly #failures = new Map<string, string | undefined>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await mkdir(this.#options.inbox, { recursive: true });
    this.#loop = this.#run();
  }

  /** Waits for the delivery that is being imported; the others stay in the inbox. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const isMoving = await this.#round().catch(this.#options.onError);
      const pauseMs = isMoving ? Math.min(settleMs, this.#options.pollMs) : this.#options.pollMs;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** One look. Tells whether something there has yet to come to rest, so that the next look should be soon. */
  async #round(): Promise<boolean> {
    const files = await findFiles(this.#options.inbox);
    const before = this.#seen;
    this.#seen = new Map(files.map((file) => [file.path, stateOf(file)]));
    const open = deliveriesOf(files).filter((delivery) => !this.#done.has(keyOf(delivery)));
    const isAtRest = (delivery: Delivery) => delivery.files.every((file) => before.get(file.path) === stateOf(file));
    const ready = open.filter(isAtRest);
    if (ready.length > 0) await this.#import(ready);
    return ready.length < open.length;
  }

  async #import(deliveries: readonly Delivery[]): Promise<void> {
    const importer = await Importer.open(this.#options);
    try {
      for (const delivery of deliveries) {
        if (this.#stopping.signal.aborted) return;
        const report = await importDelivery(importer, delivery);
        const isOldNews = report.status === 'failed' && this.#failures.get(keyOf(delivery)) === report.reason;
        if (!isOldNews) this.#options.onReport(report);
        if (report.status === 'failed') {
          this.#failures.set(keyOf(delivery), report.reason);
          continue;
        }
        this.#failures.delete(keyOf(delivery));
        this.#done.add(keyOf(delivery));
        if (report.status !== 'refused') await this.#archive(delivery);
      }
    } finally {
      await importer.close();
    }
  }

  async #archive(delivery: Delivery): Promise<void> {
    const { inbox, archive } = this.#options;
    if (archive !== undefined) await archiveDelivery(delivery, inbox, archive);
  }
}

function stateOf(file: FoundFile): string {
  return `${file.sizeBytes} ${file.modifiedMs}`;
}

function keyOf(delivery: Delivery): string {
  return delivery.files.map((file) => `${file.path} ${stateOf(file)}`).join('\n');
}
