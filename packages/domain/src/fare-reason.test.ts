import { expect, test } from 'vitest';
import { fareReasonOf } from './fare-reason.ts';

test.each([
  ['pay as you go', 'payg'],
  ['Pay-as-you-go', 'payg'],
  ['daily cap', 'daily_cap'],
  ['WEEKLY_CAP', 'weekly_cap'],
  ['cap of the week (7 days)', 'weekly_cap'],
  ['Monthly adult cap', 'monthly_cap'],
  ['MULTI_DAY_CAP', 'multi_day_cap'],
  ['multi-day cap reached', 'multi_day_cap'],
  ['3-day cap', 'multi_day_cap'],
  ['1-day cap', 'daily_cap'],
  ['Capped over several days', 'multi_day_cap'],
  ['plafond de plusieurs jours atteint', 'multi_day_cap'],
  ['plafond de 3 jours', 'multi_day_cap'],
  ['plafond du jour', 'daily_cap'],
  ['weekday cap', undefined],
  ['transfer within 90 min', 'transfer'],
  ['incomplete_variable', 'incomplete'],
  ['[No touch-out]', 'incomplete'],
  ['We are not able to show where you touched out during this journey', 'incomplete'],
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
