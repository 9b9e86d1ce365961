import { dayMs } from '@tapfolio/domain/durations.ts';
import fc from 'fast-check';

/** What may happen in a history: what the passengers, the back office, the bank and we do. An export that is late arrives after newer ones. */

const isLate = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
/** Which of the windows, counted from the newest. */
const which = fc.nat({ max: 3 });

/** How many days ago the month began: around midnight the operators and UTC are in two months. */
const sinceLastMonth = new Date().getUTCDate() + 1;

const hourOfNoon = (daysAgo: number): string =>
  new Date(`${new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)}T12:00:00Z`).toLocaleTimeString(
    'en-GB',
    {
      timeZone: 'Europe/London',
    },
  );
/** How many days ago the clocks of both operators were changed. */
const sinceClocksChanged =
  Array.from({ length: 250 }, (_, day) => day).find((day) => hourOfNoon(day) !== hourOfNoon(day + 1)) ?? 110;

const travel = fc.record({
  act: fc.constant('travel' as const),
  wish: fc.record({
    card: fc.nat({ max: 1 }),
    operator: fc.constantFrom(0, 0, 0, 1),
    daysAgo: fc.constantFrom(2, 3, 5, 6, 20, 45, 75, 110, sinceClocksChanged, sinceLastMonth, sinceLastMonth + 1),
    time: fc.constantFrom('00:00', '01:30', '02:30', '08:00', '13:00', '23:50'),
    amount: fc.constantFrom(0, 120, 250, 250, 370, -120),
    reason: fc.constantFrom('', 'pay as you go', 'Daily cap', 'Transfer'),
    hasExit: fc.boolean(),
    isTicket: fc.constantFrom(false, false, false, true),
    opensAtMidnight: fc.constantFrom(false, false, true),
  }),
  isLate,
});

export const step = fc.oneof(
  { weight: 14, arbitrary: travel },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('settle' as const),
      which,
      how: fc.constantFrom(
        'paid',
        'refused',
        'refused',
        'partly paid',
        'lost',
        'paid without its movement',
        'without its window',
        'nothing settled',
        'in two charges',
        'delivered again',
      ),
      isLate,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('recover' as const),
      which,
      how: fc.constantFrom('both', 'window', 'movement', 'closed', 'lowered'),
      isLate,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('pay' as const), which, by: fc.constantFrom('passenger', 'guest') }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('pay at once' as const), which }) },
  { weight: 1, arbitrary: fc.constant({ act: 'replay' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'replay while working' } as const) },
  { weight: 6, arbitrary: fc.constant({ act: 'work' } as const) },
  { weight: 2, arbitrary: fc.constant({ act: 'work at once' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('fault' as const),
      which,
      fault: fc.constantFrom('decline', 'error_after', 'error_before'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('request a refund' as const),
      which,
      of: fc.constantFrom('all', 'a part', 'a trip'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('deliver our refund' as const), which, isLate }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('pay and deliver' as const),
      as: fc.constantFrom('ONLINE_CLEARING', 'DEBT_RECOVERY_MANUAL'),
      isLate,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      which,
      of: fc.constantFrom('all', 'all', 'a part', 'a part', 'more'),
      isLate,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('withdraw a movement' as const), which, isLate }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('come back' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('charge back' as const), which, isPart: fc.boolean(), isLate }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('correct' as const),
      which,
      what: fc.constantFrom(
        'fare',
        'no fare',
        'higher fare',
        'currency',
        'time',
        'card',
        'reference',
        'opening',
        'discount',
        'travel again',
      ),
      isLate,
    }),
  },
  { weight: 2, arbitrary: fc.constant({ act: 'release' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'confirm' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'replace' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'unlink and link again' } as const) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('close the account' as const), which }) },
  { weight: 1, arbitrary: fc.constant({ act: 'hide the history' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'forget old travel' } as const) },
  { weight: 1, arbitrary: fc.constant({ act: 'look' } as const) },
);
/** One thing that happens. */
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
