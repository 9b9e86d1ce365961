import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { beforeEach, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { checkMoney, listAlarms } from './alarms.service.ts';

const { pool } = await createTestApp([]);
beforeEach(() => pool.query('delete from collections; delete from operator_alarms'));

const logger = { error: () => undefined };
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

interface Answer {
  readonly cards: number;
  readonly outcome?: string;
  readonly daysAgo?: number;
  readonly operator_code?: string;
  readonly decline_code?: string;
  /** The cards are all the same one. */
  readonly isOneCard?: boolean;
}

/** What the bank answered about some cards, one after the other. */
async function answer({
  cards,
  outcome = 'declined',
  daysAgo = 1,
  operator_code = '1',
  decline_code = 'insufficient_funds',
  isOneCard = false,
}: Answer): Promise<void> {
  const one = randomUUID();
  for (let card = 0; card < cards; card += 1) {
    const proof = outcome === 'approved' ? { bank_reference: randomUUID() } : { decline_code };
    const medium_id = isOneCard ? one : randomUUID();
    const of = { medium_id, payment_id: randomUUID(), operator_code };
    await buildCollection(pool, { ...of, outcome, closed_at: ago(daysAgo - card / 1000), ...proof });
  }
}

async function alarms() {
  await checkMoney({ pool }, logger);
  const { alarms: open } = await listAlarms(pool);
  return open
    .filter(({ kind }) => kind === 'bank_refuses_all')
    .map(({ subject, detail }) => ({ subject, cards: detail.cards }));
}

it('is an alarm of the operator from the twentieth card on, until the bank accepts one', async () => {
  await answer({ cards: 1, outcome: 'approved', daysAgo: 6 });
  await answer({ cards: 19, daysAgo: 5 });
  expect(await alarms()).toEqual([]);

  await answer({ cards: 1, daysAgo: 2 });
  expect(await alarms()).toEqual([{ subject: '1', cards: 20 }]);

  await answer({ cards: 1, outcome: 'approved', daysAgo: 1 });
  expect(await alarms()).toEqual([]);
});

it.each<[string, readonly Answer[]]>([
  ['one card is refused again and again', [{ cards: 25, isOneCard: true }]],
  [
    'the bank accepted one between',
    [{ cards: 15, daysAgo: 4 }, { cards: 1, outcome: 'approved', daysAgo: 3 }, { cards: 15 }],
  ],
  ['ten cards of an operator with few were refused within a week', [{ cards: 10, daysAgo: 6 }]],
  ['only nine were, in more than a week', [{ cards: 8, daysAgo: 20 }, { cards: 1 }]],
  ['the cards were refused in more than 35 days', [{ cards: 9, daysAgo: 36 }, { cards: 9 }]],
  ['they are of two operators', [{ cards: 15 }, { cards: 15, operator_code: '2' }]],
  ['two cards are not known to the bank', [{ cards: 2, decline_code: 'card_not_found' }]],
  [
    'cards are not known to it, and another one was refused for another reason',
    [{ cards: 8, decline_code: 'card_not_found' }, { cards: 1 }],
  ],
  ['one card is not known to it, again and again', [{ cards: 8, decline_code: 'card_not_found', isOneCard: true }]],
  ['the tries were given up before the bank was asked', [{ cards: 25, outcome: 'not_charged' }]],
])('is none if %s', async (_, answers) => {
  for (const one of answers) await answer(one);

  expect(await alarms()).toEqual([]);
});

it('is an alarm of an operator with few cards from the tenth on if the first was refused a week ago, and ends when 35 days have passed', async () => {
  await answer({ cards: 1, outcome: 'approved', daysAgo: 16 });
  await answer({ cards: 5, daysAgo: 15 });
  await answer({ cards: 4, daysAgo: 8 });
  expect(await alarms()).toEqual([]);

  await answer({ cards: 1 });
  expect(await alarms()).toEqual([{ subject: '1', cards: 10 }]);

  await pool.query('delete from collections');
  await answer({ cards: 5, daysAgo: 36 });
  await answer({ cards: 5, daysAgo: 29 });
  expect(await alarms()).toEqual([]);
});

it('is an alarm from the third card on if the bank knows none of them, until it accepts one', async () => {
  await answer({ cards: 1, daysAgo: 5 });
  await answer({ cards: 1, outcome: 'approved', daysAgo: 4 });
  await answer({ cards: 3, decline_code: 'card_not_found', daysAgo: 3 });
  expect(await alarms()).toEqual([{ subject: '1', cards: 3 }]);

  await answer({ cards: 1, outcome: 'approved' });
  expect(await alarms()).toEqual([]);
});

it('is an alarm of one operator while the bank accepts the cards of another', async () => {
  await answer({ cards: 20 });
  await answer({ cards: 3, outcome: 'approved', operator_code: '2', daysAgo: 0.5 });

  expect(await alarms()).toEqual([{ subject: '1', cards: 20 }]);
});
