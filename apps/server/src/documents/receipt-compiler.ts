import { Worker } from 'node:worker_threads';
import { AppError } from '../lib/app-error.ts';
import type { ReceiptCompiler } from '../plugins/context.ts';
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
}

/**
 * Compiles PDFs in a thread of its own, one after the other: compiling is synchronous and would hold up every request.
 * The thread starts with the first document. Every failure is `receipt_download_error`, its reason in `cause`.
 */
export function createReceiptCompiler(options: Options = {}): ReceiptCompiler {
  const { documentsPerThread = 2000, longestQueue = 200, timeoutMs = 10_000 } = options;
  const waiting: Job[] = [];
  let current: Job | undefined;
  let worker: Worker | undefined;
  let compiled = 0;
  let lastId = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    current = waiting.shift();
    if (current === undefined) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    timer = setTimeout(() => lose(new Error(`no document after ${timeoutMs} ms`)), timeoutMs);
    worker.postMessage(current.request);
  }

  function start(): Worker {
    const thread = new Worker(new URL('./compile.worker.ts', import.meta.url));
    compiled = 0;
    thread.on('message', (answer: CompileAnswer) => {
      if (thread === worker) finish(answer);
    });
    thread.on('error', (error: Error) => {
      if (thread === worker) lose(error);
    });
    return thread;
  }

  function finish(answer: CompileAnswer): void {
    clearTimeout(timer);
    const job = current;
    compiled += 1;
    if (compiled >= documentsPerThread) drop();
    if ('pdf' in answer) job?.resolve(answer.pdf);
    else job?.reject(failure(new Error(answer.problem)));
    next();
  }

  /** The thread died or hangs: its document fails, the waiting ones go to a new thread. */
  function lose(error: Error): void {
    clearTimeout(timer);
    const job = current;
    drop();
    job?.reject(failure(error));
    next();
  }

  function drop(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return {
    async compile(template, data) {
      if (closed || waiting.length >= longestQueue)
        throw failure(new Error('the queue of documents is full or closed'));
      lastId += 1;
      const request: CompileRequest = { id: lastId, template, data: JSON.stringify(data) };
      return await new Promise<Uint8Array>((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        if (current === undefined) next();
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const job of [current, ...waiting.splice(0)]) job?.reject(failure(new Error('the server is stopping')));
      current = undefined;
      await worker?.terminate();
      worker = undefined;
    },
  };
}

function failure(cause: Error): AppError {
  return new AppError('receipt_download_error', undefined, { cause });
}
