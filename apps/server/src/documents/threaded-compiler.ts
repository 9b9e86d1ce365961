import { Worker } from 'node:worker_threads';
import type { DocumentCompiler } from '../gateways/document-compiler.ts';
import { AppError } from '../lib/app-error.ts';
import type { CompileAnswer, CompileRequest } from './compile-messages.ts';

interface Job {
  request: CompileRequest;
  resolve: (pdf: Uint8Array) => void;
  reject: (reason: Error) => void;
}

interface Options {
  /** The compiler keeps about 30 kB of each document for ever, so its thread is replaced now and then. */
  documentsPerThread?: number;
  /** Documents that may wait at once; one takes some 6 ms, so more than this is trouble, not demand. */
  longestQueue?: number;
  /** A document that takes longer is given up together with its thread. */
  timeoutMs?: number;
  /** What runs in the thread. */
  threadFile?: URL;
}

/**
 * Compiles PDFs in a thread of its own, one after the other: compiling is synchronous and would hold up every request.
 * The thread starts with the first document. Every failure is `NWA0011`, its reason in `cause`.
 */
export function createDocumentCompiler(options: Options = {}): DocumentCompiler {
  return new ThreadedCompiler(options);
}

class ThreadedCompiler implements DocumentCompiler {
  readonly #documentsPerThread: number;
  readonly #longestQueue: number;
  readonly #timeoutMs: number;
  readonly #threadFile: URL;
  readonly #waiting: Job[] = [];
  #current: Job | undefined;
  #worker: Worker | undefined;
  #compiled = 0;
  #lastId = 0;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    documentsPerThread = 2000,
    longestQueue = 200,
    timeoutMs = 10_000,
    threadFile = new URL('./compile.worker.ts', import.meta.url),
  }: Options) {
    this.#documentsPerThread = documentsPerThread;
    this.#longestQueue = longestQueue;
    this.#timeoutMs = timeoutMs;
    this.#threadFile = threadFile;
  }

  async compile(template: string, data: unknown): Promise<Uint8Array> {
    if (this.#closed || this.#waiting.length >= this.#longestQueue)
      throw failure(new Error('the queue of documents is full or closed'));
    this.#lastId += 1;
    const request: CompileRequest = { id: this.#lastId, template, data: JSON.stringify(data) };
    return await new Promise<Uint8Array>((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (this.#current === undefined) this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const job of [this.#current, ...this.#waiting.splice(0)])
      job?.reject(failure(new Error('the server is stopping')));
    this.#current = undefined;
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #next(): void {
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) {
      this.#worker?.unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.ref();
    const timeoutMs = this.#timeoutMs;
    this.#timer = setTimeout(() => this.#lose(new Error(`no document after ${timeoutMs} ms`)), timeoutMs);
    this.#worker.postMessage(this.#current.request);
  }

  #start(): Worker {
    const thread = new Worker(this.#threadFile);
    this.#compiled = 0;
    thread.on('message', (answer: CompileAnswer) => {
      if (thread === this.#worker) this.#finish(answer);
    });
    thread.on('error', (error: Error) => {
      if (thread === this.#worker) this.#lose(error);
    });
    return thread;
  }

  #finish(answer: CompileAnswer): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#compiled += 1;
    if (this.#compiled >= this.#documentsPerThread) this.#drop();
    if ('pdf' in answer) job?.resolve(answer.pdf);
    else job?.reject(failure(new Error(answer.problem)));
    this.#next();
  }

  /** The thread died or hangs: its document fails, the waiting ones go to a new thread. */
  #lose(error: Error): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#drop();
    job?.reject(failure(error));
    this.#next();
  }

  #drop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function failure(cause: Error): AppError {
  return new AppError('NWA0011', undefined, { cause });
}
