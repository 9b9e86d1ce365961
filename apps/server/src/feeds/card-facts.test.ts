import type { MediumType } from '@tapfolio/domain/states.ts';
import { expect, it } from 'vitest';
import { exported, tap } from '../../test/corrected-feed.ts';
import { temporaryFolder } from '../../test/feed-fixture.ts';
import { oneOutcome } from '../../test/one-outcome.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();

const charge = {
  ...{ id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: '2025-06-02T12:00:00Z', amount: '250', brand: '' },
  ...{ payment_reference: '', token: tap.token, operatorid: '77', spdh_response: '000', issuer_response: '' },
};
const later = { ...charge, id: 'X-2', timestamp: '2025-06-05T12:00:00Z' };
const described = { ...tap, masked_pan: '****1234', form_factor: 'card' };

const cards = async () => (await pool.query('select scheme, medium_type, last_four, status from media')).rows;
const card = (scheme: string | null, mediumType: MediumType, lastFour: string | null) => [
  { scheme, medium_type: mediumType, last_four: lastFour, status: 'active' },
];

it.each([
  [
    'scheme',
    [
      ['tx', 3, { ...charge, brand: 'Visa' }],
      ['tx', 4, { ...later, brand: 'MC' }],
      ['tap', 6, described],
    ],
    card('MASTERCARD', 'plastic', '1234'),
  ],
  [
    'number',
    [
      ['tap', 3, described],
      ['tap', 4, { ...described, masked_pan: '****9876', form_factor: '' }],
      ['tx', 6, { ...charge, brand: 'Visa' }],
    ],
    card('VISA', 'plastic', '9876'),
  ],
  [
    'kind',
    [
      ['tap', 3, described],
      ['tap', 4, { ...described, masked_pan: '', form_factor: 'phone' }],
      ['tx', 6, { ...charge, brand: 'Visa' }],
    ],
    card('VISA', 'phone', '1234'),
  ],
] as const)(
  'the newest export that says the %s of a card counts, in every order of the files',
  {
    timeout: 120_000,
  },
  async (_, rows, outcome) => {
    const folder = temporaryFolder();
    const files = rows.map(([entity, day, row]) => exported(folder, entity, day, [row]));

    expect(await oneOutcome({ pool, url }, files, cards)).toEqual(outcome);
  },
);

it.each([
  ['refused', { spdh_response: '005' }],
  ['earlier', { timestamp: '2025-06-01T12:00:00Z' }],
])(
  'a card is no longer valid again if the payment that disproved it was %s, in every order of the files',
  { timeout: 120_000 },
  async (_, corrected) => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tx', 3, [{ ...charge, spdh_response: '054' }]),
      exported(folder, 'tx', 4, [later]),
      exported(folder, 'tx', 6, [{ ...later, ...corrected }]),
    ];

    expect(await oneOutcome({ pool, url }, files, cards)).toMatchObject([{ status: 'card_dead' }]);
  },
);

it('a card is in use if another payment disproves that it is no longer valid', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const files = [
    exported(folder, 'tx', 3, [{ ...charge, spdh_response: '054' }]),
    exported(folder, 'tx', 4, [later]),
    exported(folder, 'tx', 5, [{ ...later, id: 'X-3' }]),
    exported(folder, 'tx', 6, [{ ...later, spdh_response: '005' }]),
  ];

  expect(await oneOutcome({ pool, url }, files, cards)).toMatchObject([{ status: 'active' }]);
});

const reportedLost = { ...charge, spdh_response: '041' };
const refusedOtherwise = { ...charge, spdh_response: '005' };

it.each([
  ['is in use', 'was approved after all', [reportedLost, charge], 'active'],
  ['is lost', 'was refused after all', [reportedLost, charge, reportedLost], 'lost'],
  ['is lost', 'was refused for another reason in the end', [reportedLost, charge, refusedOtherwise], 'lost'],
  ['stays lost', 'is followed by a payment', [reportedLost, later], 'lost'],
] as const)(
  'a card that was reported lost %s when the charge that said so %s, in every order of the files',
  { timeout: 120_000 },
  async (_, __, rows, status) => {
    const folder = temporaryFolder();
    const files = rows.map((row, place) => exported(folder, 'tx', 3 + place, [row]));

    expect(await oneOutcome({ pool, url }, files, cards)).toMatchObject([{ status }]);
  },
);

it('a refund after its refusal does not say that a card is valid again, in every order of the files', async () => {
  const folder = temporaryFolder();
  const files = [
    exported(folder, 'tx', 3, [{ ...charge, spdh_response: '054' }]),
    exported(folder, 'tx', 4, [{ ...later, operation: 'REFUND' }]),
  ];

  expect(await oneOutcome({ pool, url }, files, cards)).toMatchObject([{ status: 'card_dead' }]);
});

it('a card that was not lost after all, and is no longer valid since, is not called lost again, in every order of the files', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const rows = [reportedLost, charge, { ...later, spdh_response: '054' }, refusedOtherwise];
  const files = rows.map((row, place) => exported(folder, 'tx', 3 + place, [row]));

  expect(await oneOutcome({ pool, url }, files, cards)).toMatchObject([{ status: 'card_dead' }]);
});

it('a card that says nothing new of itself was seen last on the day of its last tap, in every order of the files', async () => {
  const folder = temporaryFolder();
  const files = [
    exported(folder, 'tap', 3, [tap]),
    exported(folder, 'tap', 4, [{ ...tap, tap_id: 'T-2', terminal_date: '2025-06-03T12:00:00Z' }]),
  ];
  const seen = async () => (await pool.query('select first_seen_at, last_seen_at from media')).rows;

  expect(await oneOutcome({ pool, url }, files, seen)).toEqual([
    { first_seen_at: '2025-06-01 00:00:00+00', last_seen_at: '2025-06-03 00:00:00+00' },
  ]);
});
