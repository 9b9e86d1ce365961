import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import { emptyTables, travelRows } from '../../test/feed-fixture.ts';
import { participant } from '../../test/littlepay-import.ts';
import { DeliveredExports, FileImports } from '../../test/random-exports/delivered-exports.ts';
import { EnghouseBackOffice, enghouseStep } from '../../test/random-exports/enghouse-acts.ts';
import { LittlepayBackOffice, littlepayStep } from '../../test/random-exports/littlepay-acts.ts';
import { TwoBackOffices, twoBackOfficesStep } from '../../test/random-exports/two-back-offices.ts';
import { holdsInRandomHistories } from '../../test/random-histories.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { Operator } from '../config/config.operator.ts';

const { pool, url } = await createTestDatabase();
const importsOf = (operator: Operator) => {
  const imports = new FileImports({ url, operators: [operator] });
  afterAll(() => imports.close());
  return imports;
};

/** A card of which there is more than that a fare named it before it was corrected. */
const knownCards = `select medium_id from media
  where scheme is not null or last_four is not null or medium_type <> 'unidentified' or status_at is not null
  union select medium_id from taps union select medium_id from trips union select medium_id from products
  union select medium_id from settlements union select medium_id from payments`;

/**
 * Of several former versions of a row any may be kept where it belonged before. That it belonged there does not count if it belongs there
 * again.
 */
const pieces = `select kind, case when kind not like 'left\\_%' then content end as content, is_open
  from feed_pieces as piece
  where not exists (
    select from feed_pieces as back
    where back.about = piece.about
      and md5(back.piece_id::text || back.about::text)::uuid = piece.piece_id
      or back.about = piece.about
      and md5(back.piece_id::text || back.about::text || (piece.content ->> 'mediumId'))::uuid = piece.piece_id
      and back.content ->> 'mediumId' = piece.content ->> 'mediumId'
  )
  order by kind, piece_id`;

/**
 * A payment that was moved contests the reference with which its former card has shown it; one that came at its present card at once does not.
 * Both lists are fetched before they are joined: a cluster joins no rows of different cards.
 */
const contests = `with moved as materialized (select payment_id from payments), former as materialized (select medium_id from media)
  select srid, payment_id from contested_references as contest
  where not exists (
    select from moved cross join former
    where md5(moved.payment_id::text || former.medium_id::text)::uuid = contest.payment_id
  )
  order by 1, 2`;

/**
 * The result of all files: what passengers see, and what still waits. The first and the last day of a card are the bounds of its history,
 * which may be wider than its rows: an import may have seen it on a day that a later one has corrected. Nor does a card count of which a
 * correction has left nothing: a row that comes after its correction makes none.
 */
async function outcome(): Promise<unknown> {
  const rows = async (of: string) => (await pool.query(of)).rows;
  const known = new Set((await rows(knownCards)).map(({ medium_id: id }) => id));
  const { media = [], contested_references: _, ...travel } = await travelRows(pool);
  const without = `- 'file_id' - 'exported_at' - 'line_number'`;
  return {
    ...travel,
    contested: await rows(contests),
    media: media
      .map((row) => ({ ...Object(row), first_seen_at: null, last_seen_at: null }))
      .filter((card) => known.has(card.medium_id)),
    outsideOfHistory: await rows(
      `select medium_id, at from (
        select medium_id, tapped_at as at from taps union all select medium_id, started_at from trips
        union all select medium_id, opened_at from payments
      ) as happened left join media using (medium_id)
      where (at between first_seen_at and last_seen_at + interval '1 day') is not true`,
    ),
    authorisations: await rows(`select to_jsonb(t) ${without} as row from authorisations as t order by 1`),
    chargebacks: await rows(`select to_jsonb(t) ${without} as row from chargebacks as t order by 1`),
    pieces: await rows(pieces),
    fares: await rows('select tap_id, trip_id from feed_waiting order by 1, 2'),
  };
}

/** Imports the files of one history in several ways. All must lead to the same result. */
async function compare(imports: FileImports, { files }: DeliveredExports, random: readonly number[]): Promise<void> {
  const places = new Map(files.map((file, at) => [file, random[at % random.length] ?? 0]));
  const shuffled = files.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  const backwards = files.toReversed();
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    'in another order': async () => await imports.oneByOne(shuffled),
    'in that order and read again': async () => await imports.replay(),
    'backwards and twice': async () => {
      await imports.oneByOne(backwards);
      await imports.oneByOne(files);
    },
    'all at once': async () => await imports.together(files),
    'with imports that are cut off': async () => {
      for (const file of shuffled) {
        const statement = places.get(file) ?? 0;
        if (statement % 3 === 0) await imports.cutOff(file, 1 + (statement % 60));
        await imports.oneByOne([file]);
      }
    },
  };

  await emptyTables(pool);
  await imports.oneByOne(files);
  const expected = await outcome();
  for (const [way, take] of Object.entries(ways)) {
    if (way !== 'in that order and read again') await emptyTables(pool);
    await take();
    expect(await outcome(), way).toEqual(expected);
  }
}

const random = fc.array(fc.nat({ max: 999 }), { minLength: 12, maxLength: 30 });

/** A back office that writes files. */
type BackOffice<Act> = new (exports: DeliveredExports) => { take(act: Act): void };

function leadToOneResult<Act>(
  files: string,
  arbitrary: fc.Arbitrary<Act>,
  Office: BackOffice<Act>,
  operator: Operator = participant,
): void {
  const imports = importsOf(operator);
  holdsInRandomHistories(`files of ${files} lead to one result in every order, cut off, again and replayed`, {
    step: fc.record({ act: arbitrary, random }),
    longest: 10,
    cost: 100,
    usualSeed: 1,
    isAlone: true,
    live: async (steps) => {
      const exports = new DeliveredExports();
      const office = new Office(exports);
      for (const { act } of steps) office.take(act);
      try {
        await compare(imports, exports, steps[0]?.random ?? [0]);
      } finally {
        await exports.close();
      }
    },
  });
}

leadToOneResult('Littlepay and its bank', littlepayStep, LittlepayBackOffice);
leadToOneResult('Enghouse and its bank', enghouseStep, EnghouseBackOffice);
leadToOneResult('two back offices of one city', twoBackOfficesStep, TwoBackOffices, {
  ...participant,
  moneyFrom: 'enghouse',
});
