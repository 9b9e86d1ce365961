import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseSilentError, isConnectionError, isNotPrepared, isTimeout } from '../lib/temporary-failures.ts';
import { waitedMs } from '../lib/waited.ts';
import { connectReader } from './connect-reader.ts';
import { type Known, KnownRead, knowNothing } from './known-read.ts';
import { connectionConfig, type DatabaseOptions, longestAnswerMs } from './pool.ts';
import { Silence } from './silence.ts';

export interface ReadClients {
  /** One prepared read in its own implicit transaction, perhaps asked twice. Never use it for `begin`, `set`, locks or writes. */
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
}

export interface ReadSizes {
  /** Connections that stay. */
  size: number;
  /** Connections at most, with those that are opened while others are held up. */
  most: number;
}

/** A statement that runs longer than this delays those sent after it on the same connection. */
const slowMs = 150;
const lookEveryMs = 50;
/** A statement that runs longer than this may be a slow one. */
const fastMs = 5;
/** So many reads share one connection before another is used: to wake one more backend costs both sides more than the wait. */
const fewReads = 16;
/** The least time for a read, however long its caller has waited in a lane. */
const leastMs = 500;
/**
 * A connection to a standby is given up after this time. After a failover the address may lead to the former primary for a moment, and
 * what that reads is out of date from then on.
 */
const longestOnStandbyMs = 2_000;
/** After the database has refused another connection, none is opened for this time while there are others. */
const refusedPauseMs = 1_000;

/** A read and its caller. It may be sent on two connections; the faster one answers. */
interface Question {
  readonly query: pg.QueryConfig;
  readonly until: number;
  isRepeated: boolean;
  /** Connections that were lost under it. */
  losses: number;
  isAnswered: boolean;
  resolve(result: Pick<pg.QueryResult, 'rows'>): void;
  reject(error: unknown): void;
}

/** One connection and what was sent on it, oldest first. */
interface Reader {
  readonly opening: Promise<pg.Client>;
  readonly asked: Question[];
  readonly known: Known;
  isOpen: boolean;
  /** Until when it may be used; for ever unless it leads to a standby. */
  usableUntil: number;
  /** When the statement that runs now was begun. */
  since: number;
  /** Sends what is asked from now on until the end of this turn of the event loop in one go. */
  gather(): void;
  destroy(): void;
}

/**
 * A few shared connections that send each read at once, without waiting for the answer to the one before (pipelining).
 * Reads behind a slow statement, or on a connection that breaks, are sent again on another one. So only the caller of the slow
 * statement waits, until its time limit.
 */
export function createReadClients(options: DatabaseOptions, sizes: ReadSizes = { size: 3, most: 6 }): ReadClients {
  return new SharedReaders(options, sizes);
}

class SharedReaders implements ReadClients {
  readonly #options: DatabaseOptions;
  readonly #sizes: ReadSizes;
  readonly #silence: Silence;
  readonly #longestMs: number;
  readonly #readers: Reader[] = [];
  /** From when on another connection is opened if there are others. */
  #opensFrom = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: DatabaseOptions, sizes: ReadSizes) {
    this.#options = options;
    this.#sizes = sizes;
    this.#silence = options.silence ?? new Silence();
    this.#longestMs = longestAnswerMs(options);
  }

  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<{ rows: Row[] }> {
    return new Promise((resolve, reject) => {
      const refusal = this.#silence.refusal();
      if (refusal !== undefined) return reject(refusal);
      const until = performance.now() + Math.max(this.#longestMs - waitedMs(), leastMs);
      this.#watch ??= setInterval(() => this.#look(), lookEveryMs).unref();
      const question: Question = { query, until, isRepeated: false, losses: 0, isAnswered: false, resolve, reject };
      this.#send(question, this.#pickFree() ?? shortestOf(this.#readers) ?? this.#open());
    });
  }

  async end(): Promise<void> {
    clearInterval(this.#watch);
    const clients = await Promise.allSettled(this.#readers.map(({ opening }) => opening));
    for (const client of clients) if (client.status === 'fulfilled') await client.value.end();
  }

  #open(): Reader {
    const socket = new Socket();
    const client = new pg.Client({ ...connectionConfig(this.#options), pipeline: true, stream: () => socket });
    const connecting = connectReader(client);
    const reader: Reader = {
      opening: connecting.then(() => client),
      asked: [],
      known: knowNothing(client),
      isOpen: false,
      usableUntil: Number.POSITIVE_INFINITY,
      since: 0,
      gather: gatherer(socket),
      destroy: () => socket.destroy(),
    };
    client.on('error', () => this.#drop(reader));
    client.on('end', () => this.#drop(reader));
    const opened = (isStandby: boolean) => {
      this.#silence.heard();
      reader.isOpen = true;
      reader.since = performance.now();
      if (isStandby) reader.usableUntil = reader.since + longestOnStandbyMs;
    };
    connecting.then(opened, () => this.#throwAway(reader));
    this.#readers.push(reader);
    return reader;
  }

  #drop(reader: Reader): void {
    const index = this.#readers.indexOf(reader);
    if (index !== -1) this.#readers.splice(index, 1);
  }

  /** Not every error of a lost connection ends it: one that stayed open would count against the limit of the database for ever. */
  #throwAway(reader: Reader): void {
    this.#drop(reader);
    reader.destroy();
  }

  /**
   * The first one that is fast, else the one that is free first; none where each of them is held up by a slow statement and no other
   * may be opened.
   */
  #pickFree(): Reader | undefined {
    const { size, most } = this.#sizes;
    const usable = this.#findUsable();
    const fast = usable.find(isFast);
    if (fast !== undefined) return fast;
    const free = usable.filter((reader) => !isHeldUp(reader));
    const shortest = shortestOf(free);
    const isRefused = usable.length > 0 && performance.now() < this.#opensFrom;
    const mayOpen = !isRefused && usable.length < (free.length > 0 ? size : most);
    return mayOpen && (shortest?.asked.length ?? 1) > 0 ? this.#open() : shortest;
  }

  /** All but those that have led to a standby for too long. These are closed as soon as everything asked on them is answered. */
  #findUsable(): readonly Reader[] {
    const outdated = this.#readers.filter(isOutdated);
    for (const reader of outdated) if (reader.asked.length === 0) this.#close(reader);
    return outdated.length === 0 ? this.#readers : this.#readers.filter((reader) => !outdated.includes(reader));
  }

  #send(question: Question, reader: Reader): void {
    if (reader.asked.length === 0) reader.since = performance.now();
    reader.asked.push(question);
    reader.opening
      .then((client) => {
        reader.gather();
        return new Promise<Pick<pg.QueryResult, 'rows'>>((resolve, reject) => {
          client.query(new KnownRead(question.query, reader.known, { resolve, reject }));
        });
      })
      .then(
        (result) => {
          this.#silence.heard();
          this.#answered(question, reader);
          conclude(question, () => question.resolve(result));
        },
        (error: unknown) => {
          this.#answered(question, reader);
          this.#noteFailure(question, reader, error);
          const wasAsked = reader.isOpen && !isConnectionError(error) && !isNotPrepared(error);
          if (!wasAsked && this.#askAgain(question)) return;
          conclude(question, () => question.reject(error));
        },
      );
  }

  #answered(question: Question, reader: Reader): void {
    reader.asked.splice(reader.asked.indexOf(question), 1);
    reader.since = performance.now();
    if (reader.asked.length > 0) return;
    if (this.#readers.length > this.#sizes.size || isOutdated(reader)) this.#close(reader);
  }

  #noteFailure(question: Question, reader: Reader, error: unknown): void {
    if (isTimeout(error)) this.#silence.suspect();
    else if (!isConnectionError(error)) this.#silence.heard();
    if (!reader.isOpen) this.#opensFrom = performance.now() + refusedPauseMs;
    if (!reader.isOpen || isConnectionError(error)) {
      this.#throwAway(reader);
      question.losses += 1;
    }
    // All connections may have been cut at once, which is noticed only when each is used.
    if (isNotPrepared(error) || question.losses <= this.#sizes.size) question.isRepeated = false;
  }

  #close(reader: Reader): void {
    this.#drop(reader);
    void reader.opening.then((client) => client.end()).catch(() => {});
  }

  /** Unless it stands elsewhere already, and only while there is time. */
  #askAgain(question: Question): boolean {
    if (question.isAnswered || question.isRepeated || performance.now() > question.until) return false;
    const reader = this.#silence.refusal() === undefined ? this.#pickFree() : undefined;
    if (reader === undefined) return false;
    question.isRepeated = true;
    this.#send(question, reader);
    return true;
  }

  #look(): void {
    const now = performance.now();
    for (const reader of [...this.#readers]) {
      if (isHeldUp(reader)) for (const question of behindSlow(reader)) this.#askAgain(question);
      for (const question of reader.asked) if (now > question.until) this.#giveUp(question);
      // PostgreSQL would have ended the statement before that, so the connection is dead.
      if (reader.isOpen && reader.asked.length > 0 && now - reader.since > this.#longestMs) {
        this.#throwAway(reader);
      }
    }
    if (this.#readers.every(({ asked }) => asked.length === 0)) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
  }

  #giveUp(question: Question): void {
    conclude(question, () => {
      this.#silence.suspect();
      question.reject(new DatabaseSilentError('a read was not answered in time'));
    });
  }
}

/** A write to a socket costs more than asking: what many calls ask at the same time is written at once. */
function gatherer(socket: Socket): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    socket.cork();
    setImmediate(() => {
      isGathering = false;
      socket.uncork();
    });
  };
}

function isHeldUp({ asked, isOpen, since }: Reader): boolean {
  return isOpen && asked.length > 0 && performance.now() - since > slowMs;
}

/** The questions that wait behind a slow statement; those of the same kind may be as slow, so they come last. */
function behindSlow({ asked: [slow, ...behind] }: Reader): Question[] {
  const isAlike = ({ query }: Question) => query.text === slow?.query.text;
  return [...behind.filter((question) => !isAlike(question)), ...behind.filter(isAlike)];
}

function isFast({ asked, isOpen, since }: Reader): boolean {
  return isOpen && asked.length < fewReads && (asked.length === 0 || performance.now() - since < fastMs);
}

function isOutdated({ usableUntil }: Reader): boolean {
  return performance.now() > usableUntil;
}

function shortestOf(readers: readonly Reader[]): Reader | undefined {
  return readers.reduce<Reader | undefined>(
    (best, reader) => (best === undefined || reader.asked.length < best.asked.length ? reader : best),
    undefined,
  );
}

function conclude(question: Question, tell: () => void): void {
  if (question.isAnswered) return;
  question.isAnswered = true;
  tell();
}
