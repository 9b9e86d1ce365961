import { expect, it } from 'vitest';
import { exported, tap, window } from '../../test/corrected-feed.ts';
import { temporaryFolder } from '../../test/feed-fixture.ts';
import { v3, writePsv } from '../../test/littlepay-feed.ts';
import { participant } from '../../test/littlepay-import.ts';
import { oneOutcome } from '../../test/one-outcome.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();

/** In another currency and on another day than its payment says. */
const nextDay = { ...tap, terminal_date: '2025-06-02T12:00:00Z' };
const otherReference = 'ABCDEFGHJKLMN2';

it.each([
  ['names no payment any more', 'tap', [{ ...nextDay, payment_reference: '' }]],
  ['names another payment', 'tap', [{ ...nextDay, payment_reference: otherReference }]],
  ['is of another card', 'tap', [{ ...nextDay, token: 'the second card' }]],
  ['is of another time', 'tap', [{ ...nextDay, terminal_date: '2025-09-01T12:00:00Z' }]],
  ['is left behind by its payment', 'pw', [{ ...window, payment_reference: otherReference }]],
])(
  'a payment has its own currency and day when its only tap %s, in every order of the files',
  { timeout: 120_000 },
  async (_, entity, rows) => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tap', 3, [nextDay]),
      exported(folder, 'pw', 3, [window]),
      exported(folder, entity, 5, rows),
    ];

    const outcome = await oneOutcome({ pool, url }, files, async () => ({
      payments: (await pool.query('select currency::text, service_day::text as day from payments')).rows,
      references: (await pool.query('select currency::text from service_references')).rows,
    }));

    const payments = [{ currency: 'GBP', day: '2025-06-01' }];
    expect(outcome).toEqual({ payments, references: [{ currency: 'GBP' }] });
  },
);

it('a payment of another back office has its own currency and day when its only tap names no payment any more, in every order of the files', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const more = { funding_source_id: tap.token, littlepay_reference_number: tap.payment_reference };
  const settlement = v3.settlement('S', 'A', '2.50', { ...more, transaction_timestamp_utc: '2025-06-01T12:00:00Z' });
  const files = [
    exported(folder, 'tap', 3, [nextDay]),
    writePsv(folder, '202507030430_settlements.psv', [settlement]),
    exported(folder, 'tap', 5, [{ ...nextDay, payment_reference: '' }]),
  ];

  const outcome = await oneOutcome({ pool, url, operator: participant }, files, async () => ({
    payments: (await pool.query('select currency::text, service_day::text as day, paid_minor from payments')).rows,
    references: (await pool.query('select currency::text from service_references')).rows,
  }));

  const payments = [{ currency: 'GBP', day: '2025-06-01', paid_minor: 250 }];
  expect(outcome).toEqual({ payments, references: [{ currency: 'GBP' }] });
});
