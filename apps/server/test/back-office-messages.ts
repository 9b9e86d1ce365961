import { randomUUID } from 'node:crypto';
import { createHttpBackOffice } from '../src/gateways/http-back-office.ts';
import { transaction } from '../src/lib/sql.ts';
import { type Acknowledged, type Sending, sendMessages } from '../src/modules/back-office/send-messages.service.ts';
import { type BackOfficeNews, tellBackOffice } from '../src/modules/back-office/tell-back-office.service.ts';
import { contextOf } from '../src/plugins/context.ts';
import { newSigningKey, type ReceivedMessage, startBackOffice } from './back-office.ts';
import { createTestApp } from './build-app.ts';

/** An event of an unpaid fare of a medium. */
export const newsOf = (mediumId: string): BackOfficeNews => ({
  mediumId,
  paymentId: randomUUID(),
  operatorCode: '1',
  srid: 'ABCDEFGHJKLMNP',
  kind: 'access_denied',
  amountMinor: 380,
  currency: 'CAD',
});

/** Of each message of one medium its place in the sequence: 1 for the lowest number, the same for a repetition. */
export function placesOf(messages: readonly ReceivedMessage[]): number[] {
  const numbers = [...new Set(messages.map(({ sequence }) => sequence.number))].sort((a, b) => a - b);
  return messages.map(({ sequence }) => numbers.indexOf(sequence.number) + 1);
}

/** A database of its own, a back office that accepts every message, and the services that send to it. All are removed when the test file ends. */
export async function createSending() {
  const { context, pool } = await createTestApp([]);
  const portal = contextOf(context, 'portal').pool;
  const signingKey = newSigningKey();
  const fake = await startBackOffice(signingKey);
  const options = { url: fake.url, signingKeys: [signingKey], connectMs: 1000, answerMs: 2000 };
  const acknowledged: Acknowledged[] = [];
  const sending: Sending = {
    pool: contextOf(context, 'worker').pool,
    backOffice: createHttpBackOffice(options),
    logger: { warn: () => {} },
    onAcknowledged: async (_tx, message) => {
      acknowledged.push(message);
    },
  };

  /** Makes all postponed messages due now, so that the test need not wait. */
  const passTime = () => pool.query('update back_office_media set next_at = now() where next_at > now()');

  return {
    pool,
    fake,
    options,
    acknowledged,
    sending,
    tell: (mediumId: string, news: Partial<BackOfficeNews> = {}) =>
      transaction(portal, (tx) => tellBackOffice(tx, [{ ...newsOf(mediumId), ...news }])),
    /** Runs this number of attempts, each when it is due. */
    attempt: async (mediumId: string, times: number, by = sending) => {
      for (let time = 0; time < times; time += 1) {
        await passTime();
        await sendMessages(by, mediumId);
      }
    },
    /** Runs the jobs of these media, several at a time for each, until none is left. */
    sendAll: async (mediumIds: readonly string[], jobsAMedium = 1) => {
      for (let round = 0; round < 200; round += 1) {
        const { rows } = await pool.query(
          'select from back_office_media where medium_id = any($1) and next_at is not null limit 1',
          [mediumIds],
        );
        if (rows.length === 0) return;
        await passTime();
        const jobs = mediumIds.flatMap((id) => Array.from({ length: jobsAMedium }, () => sendMessages(sending, id)));
        await Promise.all(jobs);
      }
      throw new Error('messages still wait');
    },
    takenOf: (mediumId: string) => fake.taken.filter((message) => message.sequence.of === mediumId),
    outcomesOf: async (mediumId: string) => {
      const { rows } = await pool.query<{ outcome: string | null }>(
        'select outcome from back_office_messages where medium_id = $1 order by message_number',
        [mediumId],
      );
      return rows.map((row) => row.outcome);
    },
  };
}
