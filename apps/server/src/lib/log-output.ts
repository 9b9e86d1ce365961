import fs from 'node:fs';
import type { DestinationStream } from 'pino';
import { systemClock } from './clock.ts';

export interface LogOutputOptions {
  /** Where the lines go; standard output by default. */
  fd?: number;
  /** What may wait to be written while the output is slow; lines beyond it are lost. */
  mostBytes?: number;
}

/** The bytes of one write, how many lines they are, and how many lost lines they report. */
interface Batch {
  bytes: Buffer;
  lines: number;
  told: number;
}

const busyPauseMs = 50;
/** How often the end of the process waits for an output that takes nothing at the moment. */
const mostBusyWaits = 20;

/**
 * Where log lines go. Writing never waits and never fails. If the output is full, gone or too slow, lines are lost and counted;
 * when it takes lines again, the first line says how many were lost.
 */
export class LogOutput implements DestinationStream {
  readonly #fd: number;
  readonly #mostBytes: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #batch: Batch | undefined;
  #lost = 0;
  /** The last batch ended in the middle of a line. */
  #isTorn = false;
  #idle: (() => void)[] = [];

  constructor({ fd = 1, mostBytes = 4_194_304 }: LogOutputOptions = {}) {
    this.#fd = fd;
    this.#mostBytes = mostBytes;
  }

  /** The number of lines lost since the last line that reported it. */
  get lost(): number {
    return this.#lost;
  }

  write(line: string): void {
    if (this.#waitingBytes + line.length > this.#mostBytes) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    if (this.#batch === undefined) this.#writeNext();
  }

  /** Resolves when everything has been written or lost. */
  flush(): Promise<void> {
    if (this.#batch === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Writes what is waiting at once: for the very end of the process, when nothing asynchronous happens any more. */
  flushSync(): void {
    const rest = this.#takeWaiting();
    let bytes = rest?.bytes ?? Buffer.alloc(0);
    for (let waits = 0; bytes.length > 0 && waits < mostBusyWaits; ) {
      try {
        bytes = bytes.subarray(fs.writeSync(this.#fd, bytes));
      } catch (error) {
        if (!isBusy(error)) return;
        waits += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyPauseMs);
      }
    }
  }

  #takeWaiting(): Batch | undefined {
    if (this.#waiting.length === 0) return undefined;
    const bytes = Buffer.from(this.#prefix() + this.#waiting.join(''));
    const taken = { bytes, lines: this.#waiting.length, told: this.#lost };
    this.#waiting = [];
    this.#waitingBytes = 0;
    return taken;
  }

  /** Ends a line that broke off, and says how many are missing. */
  #prefix(): string {
    const notice = { level: 40, time: systemClock.now().getTime(), lines: this.#lost, msg: 'log lines were lost' };
    return `${this.#isTorn ? '\n' : ''}${this.#lost > 0 ? `${JSON.stringify(notice)}\n` : ''}`;
  }

  #writeNext(): void {
    this.#batch = this.#takeWaiting();
    if (this.#batch !== undefined) this.#writeOn();
    else for (const tell of this.#idle.splice(0)) tell();
  }

  #writeOn(): void {
    const batch = this.#batch;
    if (batch === undefined) return;
    fs.write(this.#fd, batch.bytes, (error, written) => {
      if (error === null) this.#wrote(batch, written);
      else if (isBusy(error)) setTimeout(() => this.#writeOn(), busyPauseMs);
      else this.#lose(batch);
    });
  }

  #wrote(batch: Batch, written: number): void {
    this.#isTorn = written < batch.bytes.length;
    batch.bytes = batch.bytes.subarray(written);
    if (this.#isTorn) {
      this.#writeOn();
    } else {
      this.#lost -= batch.told;
      this.#writeNext();
    }
  }

  #lose(batch: Batch): void {
    this.#lost += batch.lines;
    this.#writeNext();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
