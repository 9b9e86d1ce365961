import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of one request. */
export interface Answer {
  status: number;
  ms: number;
}

export interface OpenLoop {
  address: string;
  perSecond: number;
  seconds: number;
  /** The most connections. A request that finds no free connection is not sent, and counts as unanswered. */
  sockets: number;
  /** The whole text of the n-th request. */
  request(number: number): string;
}

export interface LoopResult {
  answers: Answer[];
  /** The number of requests that found every connection busy. */
  unsent: number;
  seconds: number;
}

const longestWaitMs = 15_000;

/**
 * Sends requests at a constant rate, whether or not answers come, as many independent people would. Uses plain sockets, because a
 * client library would need more of the machine than the server.
 */
export async function askSteadily({ address, perSecond, seconds, sockets, request }: OpenLoop): Promise<LoopResult> {
  const lines = new Lines(address, sockets);
  const answers: Answer[] = [];
  const begun = performance.now();
  let asked = 0;
  let unsent = 0;
  for (let now = begun; now - begun < seconds * 1000; now = performance.now()) {
    const due = Math.floor(((now - begun) / 1000) * perSecond);
    for (; asked < due; asked += 1) {
      const line = lines.take();
      if (line === undefined) unsent += 1;
      else line.ask(request(asked), (answer) => answers.push(answer));
    }
    await sleep(2);
  }
  const deadline = performance.now() + longestWaitMs;
  while (lines.areBusy && performance.now() < deadline) await sleep(20);
  lines.close();
  return { answers, unsent, seconds };
}

export type ClosedLoop = Omit<OpenLoop, 'perSecond'>;

/** Sends requests on a number of connections, each as soon as the previous answer is there: the highest throughput of the server. */
export async function askInTurn({ address, seconds, sockets, request }: ClosedLoop): Promise<LoopResult> {
  const lines = new Lines(address, sockets);
  const answers: Answer[] = [];
  const end = performance.now() + seconds * 1000;
  let asked = 0;
  const work = async () => {
    while (performance.now() < end) {
      const line = lines.take();
      if (line === undefined) return;
      asked += 1;
      answers.push(await new Promise<Answer>((resolve) => line.ask(request(asked), resolve)));
    }
  };
  await Promise.all(Array.from({ length: sockets }, work));
  lines.close();
  return { answers, unsent: 0, seconds };
}

/** True for an answer with what was asked for. */
export function isGood({ status }: Answer): boolean {
  return status === 200;
}

export function goodPerSecond({ answers, seconds }: LoopResult): number {
  return answers.filter(isGood).length / seconds;
}

/** The quantile: this share of all values is at or below it. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The open connections, and which of them are free. */
class Lines {
  readonly #port: number;
  readonly #host: string;
  readonly #most: number;
  readonly #free: Line[] = [];
  readonly #all = new Set<Line>();

  constructor(address: string, most: number) {
    const { hostname, port } = new URL(address);
    this.#host = hostname;
    this.#port = Number(port);
    this.#most = most;
  }

  take(): Line | undefined {
    const free = this.#free.pop();
    if (free !== undefined || this.#all.size >= this.#most) return free;
    const line: Line = new Line(
      { port: this.#port, host: this.#host },
      {
        free: () => this.#free.push(line),
        closed: () => {
          this.#all.delete(line);
          const index = this.#free.indexOf(line);
          if (index !== -1) this.#free.splice(index, 1);
        },
      },
    );
    this.#all.add(line);
    return line;
  }

  get areBusy(): boolean {
    return this.#all.size > this.#free.length;
  }

  close(): void {
    for (const line of this.#all) line.close();
  }
}

/** The read buffer of all connections. They can share it, because each handles its data before the next read. */
const read = Buffer.allocUnsafe(65_536);

/**
 * One connection with one request at a time. The generator shares the machine with the server, so it stores only the head of an
 * answer.
 */
class Line {
  readonly #socket: Socket;
  #head = '';
  /** The bytes of the answer that are still missing. Known after the head has arrived. */
  #left: number | undefined;
  #status = 0;
  #closes = false;
  #asked: { at: number; tell: (answer: Answer) => void } | undefined;
  readonly #free: () => void;

  constructor(to: { port: number; host: string }, { free, closed }: { free: () => void; closed: () => void }) {
    const callback = (length: number) => {
      this.#read(length);
      return true;
    };
    this.#socket = connect({ ...to, noDelay: true, onread: { buffer: read, callback } });
    this.#free = free;
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      closed();
      this.#answer(0);
    });
  }

  ask(text: string, tell: (answer: Answer) => void): void {
    this.#asked = { at: performance.now(), tell };
    this.#socket.write(text);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(length: number): void {
    const came = this.#left === undefined ? this.#readHead(length) : length;
    if (this.#left === undefined) return;
    this.#left -= came;
    if (this.#left > 0) return;
    this.#left = undefined;
    this.#answer(this.#status);
    if (this.#closes) this.#socket.destroy();
    else this.#free();
  }

  /** Reads the head when it is complete, and returns how many bytes of the body came with it. */
  #readHead(length: number): number {
    const text = this.#head + read.toString('latin1', 0, length);
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#head = text;
      return 0;
    }
    this.#head = '';
    const head = text.slice(0, end);
    this.#status = Number(head.slice(9, 12));
    this.#left = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    this.#closes = head.includes('connection: close');
    return text.length - end - 4;
  }

  #answer(status: number): void {
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.tell({ status, ms: performance.now() - asked.at });
  }
}
