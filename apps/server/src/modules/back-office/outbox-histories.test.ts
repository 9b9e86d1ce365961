import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Behaviour } from '../../../test/back-office.ts';
import { createSending, placesOf } from '../../../test/back-office-messages.ts';
import { holdsInRandomHistories } from '../../../test/random-histories.ts';
import { backOfficeKinds } from '../../gateways/back-office.ts';
import { type Sending, sendMessages } from './send-messages.service.ts';

const { pool, fake, sending, tell, takenOf, outcomesOf } = await createSending();

/** By medium: what the back office does with the next calls. */
const behaviours = new Map<string, Behaviour[]>();
fake.behave(({ sequence }) => behaviours.get(sequence.of)?.shift() ?? 'take');

const behaviour = fc.constantFrom<Behaviour>('cutBefore', 'cutAfter', 'failAfter', 'grant', 409, 422, 503);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('tell' as const), kind: fc.constantFrom(...backOfficeKinds) }),
  },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('send' as const), senders: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('fault' as const), behaviour }) },
  { weight: 2, arbitrary: fc.constant({ act: 'crash' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'tell while it sends' } as const) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Thrown in place of what a killed worker would do after the back office has answered. */
class Killed extends Error {}

const killed: Sending = {
  ...sending,
  backOffice: {
    ...sending.backOffice,
    tell: async (message) => {
      await sending.backOffice.tell(message);
      throw new Killed();
    },
  },
};

/** Makes postponed messages due, and ends the lease of a dead worker. */
const passTime = (mediumId: string) =>
  pool.query(
    `update back_office_media set next_at = now(), lease_until = null where medium_id = $1 and next_at is not null`,
    [mediumId],
  );

async function send(mediumId: string, by: Sending, senders = 1): Promise<void> {
  await passTime(mediumId);
  await Promise.all(
    Array.from({ length: senders }, () =>
      sendMessages(by, mediumId).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      }),
    ),
  );
}

async function take(mediumId: string, one: Step): Promise<void> {
  if (one.act === 'tell') await tell(mediumId, { kind: one.kind });
  else if (one.act === 'send') await send(mediumId, sending, one.senders);
  else if (one.act === 'crash') await send(mediumId, killed);
  else if (one.act === 'fault') behaviours.get(mediumId)?.push(one.behaviour);
  else await Promise.all([send(mediumId, sending), tell(mediumId), tell(mediumId)]);
}

holdsInRandomHistories('the back office hears of everything at least once, and of each card in order', {
  step,
  longest: 16,
  usual: 100,
  live: async (steps) => {
    const mediumId = randomUUID();
    behaviours.set(mediumId, []);
    for (const one of steps) await take(mediumId, one);

    behaviours.delete(mediumId);
    for (let rest = 0; rest < 3; rest += 1) await send(mediumId, sending);

    const heard = placesOf(takenOf(mediumId));
    const outcomes = await outcomesOf(mediumId);
    const told = outcomes.map((_, index) => index + 1);
    // No message is refused ten times and set aside: a history is too short for that.
    expect([...new Set(heard)]).toEqual(told);
    for (const [index, number] of heard.entries())
      expect(number).toBeGreaterThanOrEqual(Math.max(0, ...heard.slice(0, index)));
    expect(outcomes).toEqual(told.map(() => 'acknowledged'));
    const { rows: waiting } = await pool.query(
      'select from back_office_media where medium_id = $1 and next_at is not null',
      [mediumId],
    );
    expect(waiting).toEqual([]);
  },
});
