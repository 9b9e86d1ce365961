import type { Pool } from 'pg';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Db, declaredStatements, keepPlans, statement, transaction } from './sql.ts';
import { arrayOf, bigint, instant, integer, json, notNull, nullable, oneOf, text, uuid } from './sql-types.ts';

/** Answers every statement with the same rows and remembers the statements. */
function recordingDb(rows: unknown[] = []) {
  const sent: { name?: string; text: string; values: unknown[] }[] = [];
  const db: Db = {
    // The rows have whatever type the test needs.
    query: async <Row>(config: { name?: string; text: string; values: unknown[] }) => {
      sent.push(config);
      return { rows: rows as Row[] };
    },
  };
  return { db, sent };
}

const findCard = statement({
  name: 'sqlTest.findCard',
  values: { passengerId: uuid, cardId: integer, since: nullable(instant) },
  row: {
    medium_id: uuid,
    name: nullable(text),
    status: oneOf(['active', 'closed']),
    spent: notNull(bigint, 'a sum with 0'),
  },
  text: `select medium_id, name, status, spent from cards
    where card_id = $cardId and passenger_id = $passengerId and linked_at > $since and card_id <> -$cardId`,
});

const renameCard = statement({
  name: 'sqlTest.renameCard',
  values: { cardIds: arrayOf(integer), detail: nullable(json<{ by: string }>()) },
  text: 'update cards set detail = $detail where card_id = any($cardIds)',
});

const countCards = statement({
  name: 'sqlTest.countCards',
  row: { count: notNull(bigint, 'count is never null') },
  text: 'select count(*) as count from cards',
  isPrepared: false,
});

describe('a statement', () => {
  it('replaces the names of its values by positions, in the order of the declaration', async () => {
    const { db, sent } = recordingDb();

    await findCard(db, { since: null, cardId: 7, passengerId: 'p' });

    expect(sent).toEqual([
      {
        name: 'sqlTest.findCard',
        text: expect.stringContaining('card_id = $2 and passenger_id = $1 and linked_at > $3 and card_id <> -$2'),
        values: ['p', 7, null],
      },
    ]);
  });

  it('writes JSON, and null where there is none', async () => {
    const { db, sent } = recordingDb();

    await renameCard(db, { cardIds: [1, 2], detail: { by: 'me' } });
    await renameCard(db, { cardIds: [], detail: null });

    expect(sent.map(({ values }) => values)).toEqual([
      [[1, 2], '{"by":"me"}'],
      [[], null],
    ]);
  });

  it('returns its rows, and nothing when it declares none', async () => {
    const { db } = recordingDb([{ count: 3 }]);

    expect(await countCards(db)).toEqual([{ count: 3 }]);
    expect(await renameCard(db, { cardIds: [], detail: null })).toBeUndefined();
  });

  it('has no name if every run is to be planned, unless its connection keeps the plans', async () => {
    const { db, sent } = recordingDb();

    await countCards(db);
    keepPlans(db, true);
    await countCards(db);
    keepPlans(db, false);
    await countCards(db);

    expect(sent.map(({ name }) => name)).toEqual([undefined, 'sqlTest.countCards', undefined]);
    expect(sent[0]).not.toHaveProperty('name');
  });

  it('is registered by its name, with its types', () => {
    expect(declaredStatements.get('sqlTest.countCards')).toMatchObject({
      row: { count: { sql: 'bigint' } },
      values: {},
    });
  });

  it.each([
    [
      'a second one of the name',
      { name: 'sqlTest.countCards', values: {}, text: 'select' },
      'two statements named sqlTest.countCards',
    ],
    [
      'a value that is not declared',
      { name: 'sqlTest.a', values: {}, text: 'select $cardId' },
      'does not declare the value $cardId',
    ],
    ['a value by its position', { name: 'sqlTest.b', values: { id: uuid }, text: 'select $1, $id' }, 'the value $1'],
    [
      'a value that is not used',
      { name: 'sqlTest.c', values: { id: uuid }, text: 'select 1' },
      'not use its values id',
    ],
  ])('refuses %s', (_, { name, values, text }, message) => {
    expect(() => statement({ name, values, text })).toThrow(message);
  });
});

describe('the types of a statement', () => {
  const { db } = recordingDb();

  it('follow from its declaration', () => {
    expectTypeOf<Awaited<ReturnType<typeof findCard>>>().toEqualTypeOf<
      { medium_id: string; name: string | null; status: 'active' | 'closed'; spent: number }[]
    >();
    expectTypeOf<Parameters<typeof findCard>[1]>().toEqualTypeOf<{
      readonly passengerId: string;
      readonly cardId: number;
      readonly since: string | Date | null;
    }>();
    expectTypeOf<Awaited<ReturnType<typeof renameCard>>>().toEqualTypeOf<void>();
    expectTypeOf<Parameters<typeof countCards>>().toEqualTypeOf<[db: Db]>();
  });

  it('refuse values that are missing, unknown or of another type', () => {
    const calls = () => [
      // @ts-expect-error a value is missing
      findCard(db, { passengerId: 'p', since: null }),
      // @ts-expect-error a value is not of this statement
      findCard(db, { passengerId: 'p', cardId: 7, since: null, name: 'x' }),
      // @ts-expect-error two values are swapped
      findCard(db, { passengerId: 7, cardId: 'p', since: null }),
      // @ts-expect-error null is given where none may be
      findCard(db, { passengerId: null, cardId: 7, since: null }),
      // @ts-expect-error the content is another
      renameCard(db, { cardIds: [1], detail: { who: 'me' } }),
      // @ts-expect-error an item is of another type
      renameCard(db, { cardIds: ['1'], detail: null }),
      // @ts-expect-error no values are given
      findCard(db),
      // @ts-expect-error it has no values
      countCards(db, {}),
      // @ts-expect-error the column is not one of the row
      findCard(db, { passengerId: 'p', cardId: 7, since: null }).then(([row]) => row?.card_id),
    ];

    expect(calls).toBeTypeOf('function');
  });
});

describe('a transaction', () => {
  /** A pool of one connection, and what it is sent: with the number of statements that run at that time. */
  function recordingPool() {
    let running = 0;
    const log: string[] = [];
    const query = async (asked: string | { text: string }) => {
      running += 1;
      const text = typeof asked === 'string' ? asked : asked.text;
      log.push(`${running}: ${text.slice(0, 6)}`);
      await Promise.resolve();
      running -= 1;
      if (text.startsWith('update')) throw new Error('refused');
      return { rows: [] };
    };
    const release = () => log.push('released');
    // Only these of a pool and its connection are used.
    return { pool: { options: {}, connect: async () => ({ query, release }) } as unknown as Pool, log };
  }
  const rename = { cardIds: [1], detail: null };

  it('sends statements that are called at once one after the other, and goes on after one that fails', async () => {
    const { pool, log } = recordingPool();

    const results = await transaction(pool, (tx) =>
      Promise.allSettled([countCards(tx), renameCard(tx, rename), countCards(tx)]),
    );

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(['1: begin', '1: select', '1: update', '1: select', '1: commit', 'released']);
  });

  it('sends none of them after its end, nor on the connection of the next one', async () => {
    const { pool, log } = recordingPool();

    const failed = transaction(pool, (tx) => Promise.all([renameCard(tx, rename), countCards(tx), countCards(tx)]));

    await expect(failed).rejects.toThrow('refused');
    expect(log).toEqual(['1: begin', '1: update', '1: select', '1: select', '1: rollba', 'released']);
  });
});
