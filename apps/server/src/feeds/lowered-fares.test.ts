import { storyOf } from '@tapfolio/domain/payment-story.ts';
import type { PaymentStatus } from '@tapfolio/domain/states.ts';
import { beforeEach, expect, it } from 'vitest';
import { feedCollections, refused } from '../../test/feed-collections.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from collections');
});
const { debt, deliver, changeTo } = feedDebts({ pool, url });
const { move, pay, read } = feedCollections({ pool, url, changeTo });

/** What happens to a fare of 10.00, one step after the other. */
type Step = (day: number) => Promise<unknown>;

const window = (stage: string) => (due: number, settled: number) => async (day: number) =>
  await deliver(day, { ...unpaid, stage, amount_to_settle: String(due), amount_settled: String(settled) });
/** The back office calls the fare unpaid. */
const owed = window('Debt');
/** The back office asks for no more. */
const closed = window('Closed');

const movement = (operation: string) => (amount: number) => async (day: number) =>
  await move(day, {
    ...refused,
    ...{ id: `X-${day}`, operation, amount: String(amount), spdh_response: '000' },
    timestamp: `2025-06-${String(day).padStart(2, '0')}T12:00:30Z`,
  });
const charged = movement('ONLINE_CLEARING');
const recovered = movement('DEBT_RECOVERY_AUTO');
const refunded = movement('REFUND');
/** What was charged on the first day was not taken, the bank says now. */
const refusedAfterAll: Step = async (day) =>
  await move(day, { ...refused, id: 'X-1', amount: '600', timestamp: '2025-06-01T12:00:30Z' });
/** The passenger pays the rest through us. */
const paidHere: Step = async (day) => await pay(`B-${day}`);

interface Money {
  /** Where its payment stands. */
  readonly status?: PaymentStatus;
  /** All that was taken from the passenger. */
  readonly paid: number;
  /** What of it was more than was due and was not given back. */
  readonly overpaid: number;
  /** What nobody asks for any more. */
  readonly writtenOff: number;
  /** What was kept of it after refunds. */
  readonly kept: number;
}

const cases: [string, Step[], Money][] = [
  [
    'a part is charged, then the fare is lowered below it and closed',
    [charged(600), owed(1000, 600), closed(500, 500)],
    { paid: 600, overpaid: 100, writtenOff: 400, kept: 600 },
  ],
  [
    'a part is charged, then a window that does not know of it is lowered below it',
    [charged(600), owed(1000, 0), owed(500, 0)],
    { paid: 600, overpaid: 100, writtenOff: 400, kept: 600 },
  ],
  [
    'the fare is lowered twice, the second time below what was charged',
    [charged(600), owed(1000, 600), owed(800, 600), closed(500, 500)],
    { paid: 600, overpaid: 100, writtenOff: 200, kept: 600 },
  ],
  [
    'almost all is charged, then the fare is lowered to half and closed',
    [charged(900), owed(1000, 900), closed(500, 500)],
    { paid: 900, overpaid: 400, writtenOff: 100, kept: 900 },
  ],
  [
    'a part is charged, then what was charged too much is given back and the fare is lowered to the rest',
    [charged(600), owed(1000, 600), closed(500, 500), refunded(100)],
    { paid: 600, overpaid: 0, writtenOff: 400, kept: 500 },
  ],
  [
    'a part is charged, then the fare is withdrawn',
    [charged(600), owed(1000, 600), closed(0, 0)],
    { paid: 600, overpaid: 600, writtenOff: 400, kept: 600 },
  ],
  [
    'nothing is charged and the fare is withdrawn while it is still called unpaid',
    [owed(1000, 0), owed(0, 0)],
    { status: 'none', paid: 0, overpaid: 0, writtenOff: 1000, kept: 0 },
  ],
  [
    'only the window knows that the whole fare was recovered, and still calls it unpaid',
    [owed(1000, 0), owed(1000, 1000)],
    { status: 'accepted', paid: 1000, overpaid: 0, writtenOff: 0, kept: 1000 },
  ],
  [
    'nothing is charged and the fare is withdrawn, and the movement of a part comes later',
    [owed(1000, 0), closed(0, 0), charged(600)],
    { paid: 600, overpaid: 600, writtenOff: 400, kept: 600 },
  ],
  [
    'nothing is charged and the fare is corrected to less than nothing',
    [owed(1000, 0), closed(-150, -150)],
    { paid: -150, overpaid: 0, writtenOff: 1000, kept: -150 },
  ],
  [
    'the fare is paid here and corrected to less than nothing',
    [owed(1000, 0), paidHere, closed(-150, -150)],
    { paid: 1000, overpaid: 1150, writtenOff: 0, kept: 1000 },
  ],
  [
    'a part is charged and the rest recovered by the back office, then the fare is lowered',
    [charged(600), owed(1000, 600), recovered(400), closed(500, 500)],
    { paid: 1000, overpaid: 500, writtenOff: 0, kept: 1000 },
  ],
  [
    'a part is charged and closed, and a movement of the rest comes later',
    [charged(600), owed(1000, 600), closed(1000, 600), recovered(400)],
    { paid: 1000, overpaid: 0, writtenOff: 0, kept: 1000 },
  ],
  [
    'the fare is lowered and closed, and a movement of another part comes later',
    [charged(600), owed(1000, 600), closed(500, 500), recovered(300)],
    { paid: 900, overpaid: 400, writtenOff: 100, kept: 900 },
  ],
  [
    'one charge is delivered twice, and the fare is lowered to it',
    [charged(600), owed(1000, 0), charged(600), closed(600, 600)],
    { paid: 600, overpaid: 0, writtenOff: 0, kept: 600 },
  ],
  [
    'a part is charged and the rest paid here, then the fare is lowered and the window knows of nothing',
    [charged(600), owed(1000, 600), paidHere, owed(500, 0)],
    { paid: 1000, overpaid: 500, writtenOff: 0, kept: 1000 },
  ],
  [
    'a part is charged and the rest paid here, then the fare is lowered and closed with the new amount',
    [charged(600), owed(1000, 600), paidHere, closed(500, 500)],
    { paid: 1000, overpaid: 500, writtenOff: 0, kept: 1000 },
  ],
  [
    'a part is charged and the rest paid here, then the fare is lowered and closed with the part',
    [charged(600), owed(1000, 600), paidHere, closed(500, 600)],
    { paid: 1000, overpaid: 500, writtenOff: 0, kept: 1000 },
  ],
  [
    'a part is charged and the rest paid here, then the fare is withdrawn and all is given back',
    [charged(600), owed(1000, 600), paidHere, closed(0, 0), refunded(1000)],
    { paid: 1000, overpaid: 0, writtenOff: 0, kept: 0 },
  ],
  [
    'only the window knows of a part that was paid, and it is lowered below that part and closed',
    [owed(1000, 600), closed(500, 500)],
    { paid: 500, overpaid: 0, writtenOff: 400, kept: 500 },
  ],
  [
    'only the window knows of the part, and the rest is paid here before the window is closed with the part',
    [owed(1000, 600), paidHere, closed(1000, 600)],
    { paid: 1000, overpaid: 0, writtenOff: 0, kept: 1000 },
  ],
  [
    'only the window knows of the part, and the rest is paid here before the fare is lowered',
    [owed(1000, 600), paidHere, closed(500, 500)],
    { paid: 1000, overpaid: 500, writtenOff: 0, kept: 1000 },
  ],
  [
    'only the window knows of the part, the rest is paid here, and the window forgets the part while it calls the fare unpaid',
    [owed(1000, 600), paidHere, owed(1000, 0)],
    { status: 'accepted', paid: 1000, overpaid: 0, writtenOff: 0, kept: 1000 },
  ],
  [
    'a part is charged and the rest paid here, then the bank refuses the part after all',
    [charged(600), owed(1000, 0), paidHere, refusedAfterAll],
    { status: 'accepted', paid: 1000, overpaid: 0, writtenOff: 0, kept: 1000 },
  ],
  [
    'the whole fare is paid here, and a charge of before comes later',
    [owed(1000, 0), paidHere, charged(600), closed(1000, 600)],
    { paid: 1600, overpaid: 600, writtenOff: 0, kept: 1600 },
  ],
  [
    'two equal parts are charged and the rest paid here, then a smaller charge comes and the fare is lowered',
    [charged(300), charged(300), owed(1000, 600), paidHere, charged(100), closed(500, 500)],
    { paid: 1100, overpaid: 600, writtenOff: 0, kept: 1100 },
  ],
  [
    'the fare is raised when it is closed, and the movements come later',
    [owed(500, 0), closed(1000, 400), charged(400), charged(600)],
    { paid: 1000, overpaid: 0, writtenOff: 0, kept: 1000 },
  ],
  [
    'a part is charged and the rest paid here, then the part comes again while the fare is still called unpaid',
    [charged(400), owed(1000, 400), paidHere, charged(400)],
    { paid: 1000, overpaid: 0, writtenOff: 0, kept: 1000 },
  ],
  [
    'the fare is paid here twice, and another charge comes while the fare is still called unpaid',
    [owed(1000, 0), paidHere, owed(1300, 1000), paidHere, charged(700)],
    { paid: 2000, overpaid: 700, writtenOff: 0, kept: 2000 },
  ],
  [
    'the fare is raised after it was paid here, paid here again and lowered afterwards',
    [owed(1000, 300), paidHere, owed(1300, 1000), paidHere, closed(1000, 1000)],
    { paid: 1300, overpaid: 300, writtenOff: 0, kept: 1300 },
  ],
];

it.each(cases)('what was taken is shown as a whole if %s', async (_, steps, { status, ...expected }) => {
  for (const [at, step] of steps.entries()) await step(at + 1);

  const payment = await read('trip');
  const { lines } = storyOf(payment);
  const sumOf = (kind: string) =>
    lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  expect({
    paid: payment.paid.amountMinor,
    overpaid: sumOf('overpaid'),
    writtenOff: payment.writtenOff?.amountMinor ?? 0,
    kept: payment.paid.amountMinor + sumOf('refunded'),
  }).toEqual(expected);
  if (status !== undefined) expect(payment.status).toBe(status);
  expect(await debt()).toMatchObject({ writtenOff: expected.writtenOff });
});
