import { expect, it } from 'vitest';
import { nextTryId } from './next-try-id.ts';

const wanted = { mediumId: 'M', paymentId: 'P', operatorCode: '1', srid: 'S', amountMinor: 370, currency: 'CAD' };
const first = nextTryId(wanted, []);
const second = nextTryId(wanted, [first]);

it('is the same again after the newest try was lost, and another one after each try and for each order', () => {
  const others = [{ amountMinor: 371 }, { currency: 'EUR' }, { srid: 'T' }, { paymentId: 'Q' }, { mediumId: 'N' }];

  const ids = [first, second, ...others.map((other) => nextTryId({ ...wanted, ...other }, []))];

  expect(nextTryId(wanted, [])).toBe(first);
  expect(new Set(ids).size).toBe(ids.length);
});

it('is no try that is known, although an earlier one was lost', () => {
  expect([first, second]).not.toContain(nextTryId(wanted, [second]));
});
