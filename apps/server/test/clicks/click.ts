import type { LightMyRequestResponse } from 'fastify';

/** A call that is ready to be made, and what twenty equal ones of it come to. */
export interface Click {
  readonly ask: () => Promise<LightMyRequestResponse>;
  /** How many are answered with this status or code; the others are refused for any reason. */
  readonly answers: Readonly<Record<string, number>>;
  /** Events that are written down, and how often. */
  readonly writes?: Readonly<Record<string, number>>;
  /** Mails that are asked for: no others are. */
  readonly mails?: Readonly<Record<string, number>>;
}

export type Clicks = Readonly<Record<string, () => Promise<Click>>>;
