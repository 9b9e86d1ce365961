import type { FastifyBaseLogger } from 'fastify';
import { type Bank, BankUncertain } from '../../gateways/bank.ts';
import { backoffSeconds } from '../../lib/backoff.ts';
import type { CircuitBreaker } from '../../lib/circuit-breaker.ts';

/** How long the lease of a dead worker lasts. */
export const leaseSeconds = 10;
/** Banks remember a key for 24 hours. This long after the request the bank is only asked whether it acted. */
export const doubtSeconds = 23 * 3600;
/** After this time the bank is asked again for the result of a try. */
const askAgainSeconds = 600;
const renewMs = 4000;

/** What asking the bank needs. */
export interface AskingBank {
  readonly bank: Bank;
  readonly breaker: CircuitBreaker;
  /**
   * Told of each question without a certain answer, and once, as an error, when there is none five times in a row: a wrong key, address or
   * certificate is to be found before a day is over, which is when the alarms begin.
   */
  readonly logger?: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** A try that a worker holds the lease of. */
export interface LeasedTry {
  readonly attempts: number;
  readonly doubts: number;
}

/** How long a try waits after a question without an answer. */
export interface Pause {
  readonly waitSeconds: number;
  readonly doubts: number;
}

/** One request to the bank: to take money, or to refund it. */
export interface BankTry<Leased extends LeasedTry, Outcome> {
  /** Our reference, which the bank knows. */
  readonly reference: string;
  /** Takes the lease and commits it; undefined when another worker holds it, the try is not due, or there is nothing to do. */
  lease(): Promise<Leased | undefined>;
  renew(leased: Leased): Promise<unknown>;
  /**
   * The certain outcome; undefined when the bank has to be asked again for the result of the try. Calls `hear` at the bank's
   * first answer. @throws `BankUncertain` when the outcome is not known.
   */
  ask(leased: Leased, hear: () => void): Promise<Outcome | undefined>;
  apply(outcome: Outcome): Promise<unknown>;
  /** Gives the lease back, and has the bank asked again after a while. */
  postpone(leased: Leased, pause: Pause): Promise<unknown>;
}

/**
 * Has the bank do one thing, if it is due and no other worker holds its lease. It may be killed at any point and run any number of
 * times: the bank acts once, and the next run finds out the result.
 */
export async function tryAtBank<Leased extends LeasedTry, Outcome>(
  { breaker, logger }: Pick<AskingBank, 'breaker' | 'logger'>,
  attempt: BankTry<Leased, Outcome>,
): Promise<void> {
  if (!breaker.mayAsk()) return;
  const leased = await leaseOrGiveWay(breaker, attempt);
  if (leased === undefined) return;
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  // A failed renewal does no harm: the next worker asks with the same key.
  const renewing = setInterval(() => void attempt.renew(leased).catch(() => {}), renewMs);
  try {
    const outcome = await attempt.ask(leased, hear);
    if (isHeard) breaker.succeeded();
    else breaker.didNotAsk();
    if (outcome !== undefined) await attempt.apply(outcome);
    else await attempt.postpone(leased, { waitSeconds: askAgainSeconds, doubts: 0 });
  } catch (error) {
    if (!(error instanceof BankUncertain)) {
      if (!isHeard) breaker.didNotAsk();
      throw error;
    }
    // A bank that says when to come back is not away.
    const wasOpen = breaker.isOpen;
    if (error.retryAfterSeconds === undefined) breaker.failed();
    else breaker.succeeded();
    if (breaker.isOpen && !wasOpen)
      logger?.error(
        { event: 'bank.away', err: error },
        'the bank gives no certain answers: nothing is paid or refunded',
      );
    logger?.warn(
      { event: 'bank.uncertain', reference: attempt.reference, err: error },
      'the bank gave no certain answer',
    );
    const doubts = isHeard ? 1 : leased.doubts + 1;
    const waitSeconds = backoffSeconds(doubts, { leastSeconds: error.retryAfterSeconds });
    await attempt.postpone(leased, { doubts, waitSeconds });
  } finally {
    clearInterval(renewing);
  }
}

/** While the breaker is open, one worker goes ahead. When it has nothing to ask, it gives its turn to another one. */
async function leaseOrGiveWay<Leased extends LeasedTry, Outcome>(
  breaker: CircuitBreaker,
  attempt: BankTry<Leased, Outcome>,
): Promise<Leased | undefined> {
  let leased: Leased | undefined;
  try {
    leased = await attempt.lease();
    return leased;
  } finally {
    if (leased === undefined) breaker.didNotAsk();
  }
}
