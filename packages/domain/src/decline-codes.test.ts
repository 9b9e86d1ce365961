import { expect, it } from 'vitest';
import { declineCodes, toDeclineCode } from './decline-codes.ts';

it('keeps the known reasons', () => {
  expect(declineCodes.map(toDeclineCode)).toEqual(declineCodes);
});

it.each([undefined, '', 'pickup_card', 'INSUFFICIENT_FUNDS'])('calls every other reason "refused": %j', (reason) => {
  expect(toDeclineCode(reason)).toBe('refused');
});
