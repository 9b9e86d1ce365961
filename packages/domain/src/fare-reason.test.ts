import { expect, test } from 'vitest';
import { fareReasonOf } from './fare-reason.ts';

test.each([
  ['pay as you go', 'payg'],
  ['Pay-as-you-go', 'payg'],
  ['daily cap', 'daily_cap'],
  ['WEEKLY_CAP', 'weekly_cap'],
  ['Monthly adult cap', 'monthly_cap'],
  ['transfer within 90 min', 'transfer'],
  ['incomplete_variable', 'incomplete'],
  ['plafond quotidien atteint', 'daily_cap'],
  ['day pass', 'pass'],
  ['day pass bought', 'pass'],
  ['correspondance gratuite', 'transfer'],
  ['tarif à l’unité', 'payg'],
  ['express fare', undefined],
  ['something new', undefined],
  ['', undefined],
])('reads %j as %s', (delivered, reason) => {
  expect(fareReasonOf(delivered)).toBe(reason);
});
