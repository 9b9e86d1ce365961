import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '@tapfolio/domain/durations.ts';
import { systemClock } from '../lib/clock.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { ArchiveFolder, makeFeedFolder } from './archive-folder.ts';
import { type Delivery, findFiles, haveLeft } from './delivered-files.ts';
import { importDeliveries } from './import-deliveries.ts';
import { Importer, type ImporterOptions } from './importer.ts';
import { deliveriesByExport, deliveriesOf, type InboxDelivery, keyOf, ofOneFile, stateOf } from './inbox-deliveries.ts';
import type { Archive } from './packed/import-packed.ts';
import { type RefusedDelivery, refusedDelivery, unarchivedDelivery, writeRefused } from './refused-deliveries.ts';
import type { FileReport } from './report.ts';

export interface WatcherOptions extends ImporterOptions {
  inbox: string;
  archive?: string | undefined;
  pollMs: number;
  onReport: (report: FileReport) => void;
  /** Told when the inbox, the archive or the database cannot be used. The next round tries again, and does not tell the same reason again. */
  onError: (error: unknown) => void;
  /** Told again and again what is being imported, and since when, while it takes long: it may wait for a lock. */
  onLong?: (paths: readonly string[], minutes: number) => void;
  /** How long that is. */
  longMs?: number;
}

/** The time between the look that finds a file and the look that finds it unchanged. */
const restMs = 1000;
/** The time after a look that failed: until one succeeds, the process counts as unready, with all its roles. */
const retryMs = 5000;
const usualLongMs = 10 * minuteMs;

/** Looks into the inbox again and again and imports what has come to rest there. */
export class Watcher {
  readonly #options: WatcherOptions;
  readonly #stopping = new AbortController();
  /** Size and date of every file at the last look: one that is still being sent changes between two. */
  #seen = new Map<string, string>();
  /**
   * Until when deliveries that lie in the inbox need no second look in this process: for ever, or until the day of one that was
   * dated ahead. The ledger remembers them for the next.
   */
  #restUntil = new Map<string, number>();
  /** The last report of a delivery that failed: it is tried in every round, and an equal report is not repeated. */
  #told = new Map<string, string>();
  /** What lies in the inbox and could not be imported or put away. */
  #refused = new Map<string, RefusedDelivery>();
  /** The same as it was written last; undefined before that. */
  #refusedWritten: string | undefined;
  readonly #archive: ArchiveFolder | undefined;
  #loop: Promise<void> = Promise.resolve();
  /** The importer that is working, so that `stop` can end it in the middle of a long file. */
  #importer: Importer | undefined;
  #fault: string | undefined;
  /** The reasons that this round told, and those of the round before it. */
  #reasons = new Set<string>();
  #reasonsBefore = new Set<string>();

  constructor(options: WatcherOptions) {
    this.#options = options;
    const { inbox, archive } = options;
    this.#archive = archive === undefined ? undefined : new ArchiveFolder(inbox, archive);
  }

  /** @throws a sentence for the administrator if the inbox is missing and cannot be made. */
  async start(): Promise<void> {
    const { inbox } = this.#options;
    await makeFeedFolder(inbox).catch((cause: unknown) => {
      // On a read-only file system Node says that there is no such file.
      const reason = `${inbox} cannot be made here (${reasonOf(cause)})`;
      throw new Error(`feeds.inbox: ${reason}. Make it, writable for the server's account`, { cause });
    });
    this.#loop = this.#run();
  }

  /** Gives up the file that is being imported: it is as if it had not come, and the next start finds it in the inbox. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#importer?.close().catch(this.#tellError);
    await this.#loop;
  }

  /** Why the last look into the inbox failed; undefined when it did not. */
  findFault(): string | undefined {
    return this.#fault;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { pollMs } = this.#options;
    while (!signal.aborted) {
      const pauseMs = await this.#round().then(
        (isMoving) => (isMoving ? restMs : pollMs),
        (error: unknown) => {
          this.#noteFailure(error);
          return retryMs;
        },
      );
      await sleep(Math.min(pauseMs, pollMs), undefined, { signal }).catch(() => {});
    }
  }

  #noteFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#fault = `the inbox could not be read or imported: ${reasonOf(error)}`;
    this.#tellError(error);
  }

  /** What fails, fails in every round until an administrator has seen to it: each reason is told once. */
  readonly #tellError = (error: unknown): void => {
    const reason = reasonOf(error);
    this.#reasons.add(reason);
    if (!this.#reasonsBefore.has(reason)) this.#options.onError(error);
  };

  /** Looks once. Returns whether a file is still changing, so that the next look should be soon. */
  async #round(): Promise<boolean> {
    this.#reasonsBefore = this.#reasons;
    this.#reasons = new Set();
    await this.#archive?.takeBackChanged(this.#tellError);
    const files = await findFiles(this.#options.inbox);
    const before = this.#seen;
    this.#seen = new Map(files.map((file) => [file.path, stateOf(file)]));
    const deliveries = deliveriesOf(files);
    this.#forgetAllBut(new Set(deliveries.map(keyOf)));
    const now = (this.#options.clock ?? systemClock).now().getTime();
    const open = deliveries.filter((delivery) => (this.#restUntil.get(keyOf(delivery)) ?? now) <= now);
    const isAtRest = (delivery: InboxDelivery) =>
      delivery.files.every((file) => before.get(file.path) === stateOf(file));
    // An export of which a file is still being sent is taken when that one has come: its halves are not to be seen.
    const exports = deliveriesByExport(open);
    const ready = exports.filter((together) => together.every(isAtRest));
    if (ready.length > 0) await this.#import(ready);
    // What lies there when a server starts was refused before: it is known once all of it was looked at.
    if (ready.length === exports.length) await this.#writeRefused();
    this.#fault = undefined;
    return ready.length < exports.length;
  }

  async #import(exports: readonly (readonly InboxDelivery[])[]): Promise<void> {
    const importer = await Importer.open(this.#options);
    this.#importer = importer;
    try {
      for (const deliveries of exports) {
        if (this.#stopping.signal.aborted) return;
        const reports = await this.#tellIfLong(deliveries, importFromInbox(importer, this.#options.inbox, deliveries));
        if (importer.isClosed) return;
        for (const [index, delivery] of deliveries.entries()) {
          const report = reports[index];
          if (report) await this.#take(delivery, report);
        }
      }
    } finally {
      this.#importer = undefined;
      await importer.close();
    }
  }

  async #tellIfLong<Result>(deliveries: readonly InboxDelivery[], work: Promise<Result>): Promise<Result> {
    const { onLong, longMs = usualLongMs, inbox } = this.#options;
    const paths = deliveries.map((delivery) => path.relative(inbox, delivery.path));
    const begunAt = performance.now();
    const timer = setInterval(() => onLong?.(paths, Math.round((performance.now() - begunAt) / minuteMs)), longMs);
    return await work.finally(() => clearInterval(timer));
  }

  /** Writes what could not be imported or put away, if that is not known yet. */
  async #writeRefused(): Promise<void> {
    const refused = [...this.#refused.values()];
    const news = JSON.stringify(refused);
    if (this.#stopping.signal.aborted || news === this.#refusedWritten) return;
    const importer = await Importer.open(this.#options);
    try {
      await writeRefused(importer.client, this.#options.inbox, refused);
      this.#refusedWritten = news;
    } finally {
      await importer.close();
    }
  }

  /** Does what follows from a report. Nothing is wrong with a delivery that another process, which watches the same inbox, has put away. */
  async #take(delivery: InboxDelivery, report: FileReport): Promise<void> {
    if (report.status === 'failed' && (await haveLeft(delivery.files))) return;
    await this.#finish(delivery, report).catch(async (error: unknown) => {
      if (await haveLeft(delivery.files)) return;
      this.#refused.set(keyOf(delivery), unarchivedDelivery(delivery.path, report, error));
      this.#tellError(error);
    });
  }

  /** Tells of a delivery and puts it away. One that could not be put away is found done by the ledger when it is tried again. */
  async #finish(delivery: InboxDelivery, report: FileReport): Promise<void> {
    const key = keyOf(delivery);
    const isRefused = report.status === 'refused' || report.status === 'failed';
    if (isRefused) this.#refused.set(key, refusedDelivery(delivery.path, report));
    else this.#refused.delete(key);
    const isRetry = this.#told.has(key) && report.status === 'unchanged';
    const news = `${report.status} ${report.reason}`;
    if (!isRetry && this.#told.get(key) !== news) this.#options.onReport(report);
    this.#told.set(key, news);
    if (report.status === 'failed') return;
    if (report.status !== 'refused') await this.#archive?.putAway(delivery.files);
    this.#told.delete(key);
    this.#restUntil.set(key, report.takenFrom?.getTime() ?? Number.POSITIVE_INFINITY);
  }

  /** Forgets deliveries that have left the inbox; otherwise a server that runs for years keeps the names of years. */
  #forgetAllBut(present: ReadonlySet<string>): void {
    this.#restUntil = new Map([...this.#restUntil].filter(([key]) => present.has(key)));
    this.#told = new Map([...this.#told].filter(([key]) => present.has(key)));
    this.#refused = new Map([...this.#refused].filter(([key]) => present.has(key)));
  }
}

/**
 * Imports deliveries of one export that lie below `inbox`.
 * @returns a report for each, in their order; a report tells what went wrong, so that the next ones get their turn.
 */
export async function importFromInbox(
  importer: Importer,
  inbox: string,
  deliveries: readonly InboxDelivery[],
): Promise<FileReport[]> {
  const asked = deliveries.map(({ path: place, formats: possible }): Delivery | Archive => {
    const within = path.relative(inbox, place);
    if (possible === 'archive') return archiveOf(importer, place, within);
    return { path: place, formats: possible, operatorCode: operatorOfFolder(importer, within) };
  });
  return await importDeliveries(importer, asked);
}

/** A timetable in an archive is called by it, and is of the operator whose code the archive or its folder has. */
function archiveOf(importer: Importer, archive: string, within: string): Archive {
  const name = path.basename(archive);
  const operatorCode = operatorOfFolder(importer, within.replace(/\.zip$/i, ''));
  const inside = async (folder: string) =>
    deliveriesOf(await findFiles(folder)).map(({ path: place, formats: possible }): Delivery => {
      // An archive in an archive is not unpacked: each format refuses it, and says what it is.
      const delivery = { path: place, formats: possible === 'archive' ? ofOneFile : possible, operatorCode };
      return delivery.formats[0]?.folder ? { ...delivery, name } : delivery;
    });
  return { archive, inside };
}

/**
 * A timetable in a folder called by an operator's code is that operator's; of any other the feed tells whose it is. `within` is
 * the place below the inbox: what the inbox itself is called says nothing.
 */
function operatorOfFolder(importer: Importer, within: string): string | undefined {
  return within.split(path.sep).findLast((part) => importer.facts.operators.find(part) !== undefined);
}
