import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { pathOfPlainGet } from './plain-get.ts';

export interface DoorwayOptions {
  /** Are callers being refused now, or were they a moment ago? */
  isBusy(): boolean;
  /** Is a request for this path refused? */
  refuses(path: string): boolean;
  /** The bytes of a refusal; after one that `closes` the connection ends. */
  refusal(closes: boolean): Buffer;
  /**
   * How long an answer is held back, so that who asks again at once does not take all the time there is: as long as a refusal may take,
   * less what the requests and answers wait for their turn, but never less than `least`.
   */
  readonly heldMs: { readonly least: number; readonly most: number };
  /** Node ends a connection without a request for ten seconds, and does not know of the requests refused here. */
  readonly longestOutsideMs?: number;
}

export interface Doorway {
  /** Was this connection watched from its first byte? */
  knows(socket: Socket): boolean;
  /** Answers the callers who still wait for a refusal, and refuses no more. */
  close(): void;
}

interface Visitor {
  readonly socket: Socket;
  readonly cameAt: number;
  /** Requests that the HTTP server works on. */
  inside: number;
  wasInside: boolean;
  isHeld: boolean;
}

const beatMs = 5;

/**
 * Refuses plain requests as they come off the socket, in a flood: the HTTP server needs several times as long to say no. Only
 * connections that come while callers are refused are watched, since who joins half-way cannot know where a request begins.
 */
export function watchDoorway(server: Server, options: DoorwayOptions): Doorway {
  const visitors = new WeakMap<Socket, Visitor>();
  const held = new HeldRefusals(options);
  let isOpen = true;

  server.on('connection', (socket: Socket) => {
    if (!isOpen || !options.isBusy()) return;
    // The HTTP server has begun to listen. Were it to do so in another way one day, it keeps the connection to itself.
    const [listener, ...others] = socket.listeners('data');
    if (listener === undefined || others.length > 0) return;
    const letIn = listener as (bytes: Buffer) => void;
    const visitor: Visitor = {
      socket,
      cameAt: performance.now(),
      inside: 0,
      wasInside: false,
      isHeld: false,
    };
    visitors.set(socket, visitor);
    const onBytes = (bytes: Buffer) => {
      if (visitor.isHeld) held.answer(visitor);
      const path = isOpen && visitor.inside === 0 && !socket.writableNeedDrain ? pathOfPlainGet(bytes) : null;
      if (path !== null && options.refuses(path)) return held.add(visitor);
      // What follows something else than a plain request may be the rest of it: from here on the HTTP server listens again.
      if (path === null) socket.off('data', onBytes).on('data', letIn);
      visitor.wasInside = true;
      letIn(bytes);
    };
    socket.off('data', letIn).on('data', onBytes);
  });

  server.prependListener('request', ({ socket }, response) => {
    const visitor = visitors.get(socket);
    if (visitor === undefined) return;
    visitor.inside += 1;
    response.once('close', () => {
      visitor.inside -= 1;
    });
  });

  return {
    knows: (socket) => visitors.has(socket),
    close: () => {
      isOpen = false;
      held.answerAll();
    },
  };
}

/** How long to hold a refusal: its request waits for a turn of the event loop until it is read, and its answer for another one. */
export function heldFor({ least, most }: DoorwayOptions['heldMs'], turnMs: number): number {
  return Math.max(most - 2 * turnMs, least);
}

/** The refusals that are held back, the oldest first. */
class HeldRefusals {
  readonly #options: DoorwayOptions;
  #held: { visitor: Visitor; since: number }[] = [];
  #beat: NodeJS.Timeout | undefined;
  #beatAt = 0;
  /** How long one turn of the event loop takes, smoothed. */
  #turnMs = 0;

  constructor(options: DoorwayOptions) {
    this.#options = options;
  }

  add(visitor: Visitor): void {
    visitor.isHeld = true;
    this.#held.push({ visitor, since: performance.now() });
    if (this.#beat === undefined) this.#nextBeat();
  }

  answer(visitor: Visitor): void {
    const { refusal, longestOutsideMs = 8_000 } = this.#options;
    visitor.isHeld = false;
    const { socket, wasInside, cameAt } = visitor;
    if (!socket.writable) return;
    const closes = !wasInside && performance.now() - cameAt > longestOutsideMs;
    socket.write(refusal(closes));
    if (closes) socket.end();
  }

  answerAll(): void {
    clearTimeout(this.#beat);
    for (const { visitor } of this.#held) if (visitor.isHeld) this.answer(visitor);
    this.#held = [];
  }

  #answerDue(): void {
    const now = performance.now();
    this.#turnMs += (now - this.#beatAt - this.#turnMs) / 8;
    const due = now - heldFor(this.#options.heldMs, this.#turnMs);
    const later = this.#held.findIndex(({ since }) => since > due);
    const answered = later === -1 ? this.#held : this.#held.slice(0, later);
    this.#held = later === -1 ? [] : this.#held.slice(later);
    this.#beat = undefined;
    if (this.#held.length > 0) this.#nextBeat();
    for (const { visitor } of answered) if (visitor.isHeld) this.answer(visitor);
  }
  #nextBeat(): void {
    this.#beatAt = performance.now() + beatMs;
    this.#beat = setTimeout(() => this.#answerDue(), beatMs);
  }
}
