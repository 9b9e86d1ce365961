import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bilingual, fileWith, problemsOf } from '../../test/config-file.ts';
import { weekStartOf } from './config.caps.ts';

const { operators } = JSON.parse(readFileSync(bilingual, 'utf8'));
const withCaps = (...caps: object[]) => problemsOf(fileWith({ operators: [{ ...operators[0], caps }] }));
const day = { period: 'day', amountMinor: 975 };
const week = { period: 'week', amountMinor: 4500, weekStart: 'sunday' };
const twice = 'counts trips that another cap of the same period counts: a fare does not say which was reached';

it.each<[string, object[]]>([
  ['of a day, a week and a month', [day, week, { period: 'month', amountMinor: 12_550 }]],
  [
    'that follow each other',
    [
      { ...day, until: '2027-01-31' },
      { ...day, amountMinor: 1000, from: '2027-02-01' },
    ],
  ],
  [
    'for different types of transport',
    [
      { ...day, transportTypes: ['bus'] },
      { ...day, transportTypes: ['rail', 'metro'] },
    ],
  ],
  [
    'with all that can be said',
    [
      {
        ...week,
        currency: 'USD',
        names: { fr_CA: 'Semaine' },
        startsAt: '03:00',
        incompleteTrips: 'count',
        perMedium: false,
      },
    ],
  ],
])('takes caps %s', (_, caps) => {
  expect(withCaps(...caps)).toEqual([]);
});

it.each<[string, object[], string]>([
  ['twice for one day', [day, { ...day, amountMinor: 1000 }], `1: ${twice}`],
  ['of buses within all', [day, { ...day, transportTypes: ['bus'] }], `1: ${twice}`],
  [
    'on one day in both',
    [
      { ...day, until: '2027-02-01' },
      { ...day, from: '2027-02-01' },
    ],
    `1: ${twice}`,
  ],
  [
    'of a week without its first day',
    [{ ...week, weekStart: undefined }],
    '0.weekStart: is needed for the period week',
  ],
  [
    'of a day with a first day of the week',
    [{ ...day, weekStart: 'monday' }],
    '0.weekStart: is for the period week only',
  ],
  ['that end before they begin', [{ ...day, from: '2027-02-01', until: '2027-01-31' }], '0.until: is before from'],
  ['of parts of a cent', [{ ...day, amountMinor: 9.75 }], '0.amountMinor: must be a whole number'],
  ['of nothing', [{ ...day, amountMinor: 0 }], '0.amountMinor: must be at least 1'],
  ['that begin at no time', [{ ...day, startsAt: '24:00' }], '0.startsAt: must be a time such as 04:30'],
  ['with a key that it does not know', [{ ...day, rolling: true }], '0: unknown key "rolling"'],
])('refuses caps %s', (_, caps, problem) => {
  expect(withCaps(...caps)).toEqual([`operators.0.caps.${problem}`]);
});

it('begins a week on Monday, unless the operator says otherwise', () => {
  expect([weekStartOf({}), weekStartOf({ weekStart: 'sunday' })]).toEqual([1, 7]);
});
