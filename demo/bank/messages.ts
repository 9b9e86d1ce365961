import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Ledger, Message } from './ledger.ts';
import type { FaultSwitch, Movement } from './wire.ts';

export interface MessengerOptions {
  ledger: Ledger;
  /** Where the portal listens for them. */
  url: string;
  /** What they are signed with: `whsec_` and base64. */
  secret: string;
}

const patienceMs = 10_000;
const reorderMs = 3000;
const longestPauseMs = 60_000;
const mostAttempts = 100;
const forger = `whsec_${Buffer.from('a key that is not the bank’s').toString('base64')}`;

/** Tells the portal about movements by signed webhooks, one after the other, until each is acknowledged. */
export class Messenger {
  readonly #options: MessengerOptions;
  #timer: NodeJS.Timeout | undefined;
  #isSending = false;
  #isStopped = false;

  constructor(options: MessengerOptions) {
    this.#options = options;
    this.#plan();
  }

  /** Writes the news down; it goes out at once, or as the switch says. */
  tell(movement: Movement, how: FaultSwitch['webhooks']): void {
    if (how === 'none') return;
    const body = JSON.stringify({ type: 'movement.updated', timestamp: movement.at, data: movement });
    const message = { id: `msg_${randomUUID()}`, body, isForged: how === 'forged' };
    // The first news waits until the second is out.
    const isHeldBack = how === 'reordered' && movement.state === 'authorised';
    const dueAt = Date.now() + (isHeldBack ? reorderMs : 0);
    for (let copy = 0; copy < (how === 'twice' ? 3 : 1); copy += 1) this.#options.ledger.addMessage(message, dueAt);
    this.#plan();
  }

  /** Sends what is due and waits for it. */
  async flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#due(); next !== undefined; next = this.#due()) {
        const { seq, message } = next;
        const isTaken = await this.#send(message);
        if (this.#isStopped) return;
        const isOver = isTaken || message.attempts >= mostAttempts || message.isForged;
        if (isOver) this.#options.ledger.removeMessage(seq);
        else this.#options.ledger.putOff(seq, Date.now() + Math.min(1000 * 2 ** message.attempts, longestPauseMs));
      }
    } finally {
      this.#isSending = false;
    }
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #due() {
    const next = this.#options.ledger.nextMessage();
    return next !== undefined && next.dueAt <= Date.now() ? next : undefined;
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const next = this.#isStopped ? undefined : this.#options.ledger.nextMessage();
    if (next === undefined) return;
    this.#timer = setTimeout(() => void this.flush(), Math.max(next.dueAt - Date.now(), 0)).unref();
  }

  async #send({ id, body, isForged }: Message): Promise<boolean> {
    const at = new Date();
    const signature = new Webhook(isForged ? forger : this.#options.secret).sign(id, at, body);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    };
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(this.#options.url, { method: 'POST', headers, body, signal }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true;
  }
}
