import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { BackOffice, BackOfficeAnswer } from '../../gateways/back-office.ts';
import { backoffSeconds } from '../../lib/backoff.ts';
import { type ResultRow, type Transaction, transaction } from '../../lib/sql.ts';
import { raiseAlarm } from '../alarms/alarms.service.ts';
import { wake } from './messages.queries.ts';
import * as queries from './sending.queries.ts';

export interface Sending {
  readonly pool: Pool;
  readonly backOffice: BackOffice;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
  /** Does what follows from an acknowledgement, in the transaction that finishes the message. */
  onAcknowledged(tx: Transaction, message: Acknowledged): Promise<void>;
}

/** A message that the back office has acknowledged. */
export interface Acknowledged {
  readonly mediumId: string;
  readonly paymentId: string;
  readonly kind: Message['kind'];
  readonly cardMayTravel: boolean;
}

type Message = ResultRow<typeof queries.findOldest>;
type Lease = ResultRow<typeof queries.takeLease>;

/** After this number of refusals a message is set aside, so that the next ones are sent. */
export const mostRefusals = 10;
/** About a day and a half: the back office was never reached, or it fails at this message. */
const mostAttempts = 300;
/** After this number of messages a job ends, so that jobs of other media run. */
const messagesAJob = 100;
/** One sweep wakes at most this number of media; the next sweep continues. */
const mediaASweep = 10_000;
/** How much longer a lease is than the longest call. */
const leaseReserveSeconds = 20;

/**
 * Sends the messages of a medium, the oldest first, until none is left or one has to wait: then the job is enqueued again for that
 * time. Each message is sent under a lease that is longer than the call, so that no other worker sends for the medium. If
 * the process dies, the lease ends.
 */
export async function sendMessages(sending: Sending, mediumId: string): Promise<void> {
  const { pool } = sending;
  for (let sent = 0; sent < messagesAJob; sent += 1) {
    if (!(await sendOldest(sending, mediumId))) break;
  }
  const [next] = await queries.findNextAttempt(pool, { mediumId });
  if (next !== undefined) await wake(pool, { mediumIds: [mediumId], runAt: next.at });
}

/** Sends the oldest message once. False when it cannot be sent now, or the back office did not take it. */
async function sendOldest(sending: Sending, mediumId: string): Promise<boolean> {
  const { pool, backOffice } = sending;
  const leaseSeconds = backOffice.longestCallMs / 1000 + leaseReserveSeconds;
  const [lease] = await queries.takeLease(pool, { mediumId, leaseSeconds });
  if (lease === undefined) return false;
  const [message] = await queries.findOldest(pool, { mediumId });
  if (message === undefined) {
    // The messages that waited were deleted with old travel. A message that was written since has a higher number.
    await transaction(pool, (tx) => endLease(tx, { mediumId, lease, number: lease.last_number }));
    return true;
  }
  if (backOffice.unknownKinds.includes(message.kind))
    return await finish(sending, { mediumId, lease, message }, async () => 'not_sent');
  const answer = await backOffice.tell({
    messageId: message.message_id,
    mediumId,
    number: message.message_number,
    kind: message.kind,
    operatorCode: message.operator_code,
    srid: message.srid,
    amountMinor: message.amount_minor,
    currency: message.currency,
    happenedAt: new Date(message.created_at).toISOString(),
  });
  const attempt: Attempt = { mediumId, lease, message, answer };
  if (answer.outcome === 'acknowledged') return await acknowledge(sending, { ...attempt, answer });
  if (isHopeless(attempt)) return await park(sending, attempt);
  await postpone(sending, attempt);
  return false;
}

interface Attempt<Answer = BackOfficeAnswer> {
  readonly mediumId: string;
  readonly lease: Lease;
  readonly message: Message;
  readonly answer: Answer;
}

type Outcome<Name> = Extract<BackOfficeAnswer, { outcome: Name }>;

/** `onAcknowledged` runs first, so that the debt is locked before the row of the medium, as everywhere. */
async function acknowledge(sending: Sending, attempt: Attempt<Outcome<'acknowledged'>>): Promise<boolean> {
  const { mediumId, message, answer } = attempt;
  const { kind, payment_id: paymentId } = message;
  return await finish(sending, attempt, async (tx) => {
    await sending.onAcknowledged(tx, { mediumId, paymentId, kind, cardMayTravel: answer.cardMayTravel });
    return 'acknowledged';
  });
}

async function park(sending: Sending, attempt: Attempt): Promise<boolean> {
  const { message, answer } = attempt;
  return await finish(sending, attempt, async (tx) => {
    const detail = { number: message.message_number, reason: 'reason' in answer ? answer.reason : '' };
    await raiseAlarm(tx, { kind: 'back_office_message_parked', subject: message.message_id, detail });
    return 'parked';
  });
}

class LeaseLost extends Error {}

/** Runs `follow` and finishes the message in one transaction. False when the lease ran out: then its new holder finishes the message. */
async function finish(
  { pool }: Sending,
  { mediumId, lease, message }: Omit<Attempt, 'answer'>,
  follow: (tx: Transaction) => Promise<'acknowledged' | 'parked' | 'not_sent'>,
): Promise<boolean> {
  const number = message.message_number;
  try {
    return await transaction(pool, async (tx) => {
      const outcome = await follow(tx);
      if (!(await endLease(tx, { mediumId, lease, number }))) throw new LeaseLost();
      await queries.finishMessage(tx, { mediumId, number, outcome });
      return true;
    });
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}

/**
 * Ends the lease after the message of this number. Messages are finished in the order of their numbers, so another message waits
 * exactly when a higher number was taken. False when the lease ran out.
 */
async function endLease(
  tx: Transaction,
  { mediumId, lease, number }: { mediumId: string; lease: Lease; number: number },
): Promise<boolean> {
  const [ended] = await queries.endLease(tx, { mediumId, leaseUntil: lease.lease_until });
  if (ended === undefined) return false;
  if (ended.last_number > number) await queries.makeDue(tx, { mediumId });
  return true;
}

function isHopeless({ lease, answer }: Attempt): boolean {
  const refusals = lease.refusals + (answer.outcome === 'refused' ? 1 : 0);
  return refusals >= mostRefusals || lease.attempts >= mostAttempts;
}

async function postpone({ pool, logger }: Sending, { mediumId, lease, message, answer }: Attempt): Promise<void> {
  if (answer.outcome === 'acknowledged') return;
  const leastSeconds = answer.outcome === 'unknown' ? answer.retryAfterSeconds : undefined;
  const delaySeconds = backoffSeconds(lease.attempts, { leastSeconds });
  const refusals = answer.outcome === 'refused' ? 1 : 0;
  await queries.postpone(pool, { mediumId, leaseUntil: lease.lease_until, delaySeconds, refusals });
  const facts = { number: message.message_number, attempts: lease.attempts, reason: answer.reason };
  logger.warn({ event: 'back_office.not_taken', mediumId, ...facts }, 'the back office did not take a message');
}

/** Enqueues the job of each medium whose messages are due and that no worker sends: its job was lost. */
export async function wakeForgotten(pool: Pool): Promise<void> {
  const media = await queries.listForgotten(pool, { most: mediaASweep });
  await wake(pool, { mediumIds: media.map(({ medium_id: mediumId }) => mediumId), runAt: null });
}

/** Ends waits that a clock far ahead has begun. Reads all media. */
export const endFarWaitsOfMessages = queries.endFarWaits;
