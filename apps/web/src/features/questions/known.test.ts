import { beforeEach, describe, expect, test } from 'vitest';
import { buildPaymentDetail, buildRelatedTrip, buildTripDetail, cad } from '../../../test/travel-fixtures.ts';
import { currentT, loadQuestionTexts, setLanguage } from '../../lib/i18n.ts';
import { formatsOf } from '../../lib/use-formats.ts';
import { knownAbout } from './known.ts';

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
const link = { id: buildPaymentDetail().id, openedAt: '2026-11-20T14:00:00Z' };

beforeEach(async () => {
  await setLanguage('en_CA');
  await loadQuestionTexts();
});

const said = (subject: Parameters<typeof knownAbout>[0], paymentOfTrip?: Parameters<typeof knownAbout>[3]): string[] =>
  knownAbout(subject, currentT(), formatsOf('en_CA'), paymentOfTrip).map(({ text }) => text);
const ofTrip = (trip: Parameters<typeof buildTripDetail>[0]): string[] =>
  said({ kind: 'trip', cardId: 1, trip: buildTripDetail({ payment: link, ...trip }) });
const ofPayment = (payment: Parameters<typeof buildPaymentDetail>[0]): string[] =>
  said({ kind: 'payment', cardId: 1, payment: buildPaymentDetail(payment), whyId: 'why' });

describe('what is known of a trip', () => {
  test('is nothing if it is an ordinary one', () => {
    expect(ofTrip({})).toEqual([]);
    expect(ofTrip({ fareReason: 'Pay as you go' })).toEqual([]);
  });

  test.each([
    [{ refund: { amount: cad(375), reason: 'delay' } }, /^\$3\.75 has already been refunded/],
    [{ status: 'provisional' as const }, /^The fare may still change/],
    [{ status: 'fallback' as const, fareReason: 'incomplete' }, /^A tap is missing/],
    [{ fareReason: 'Daily cap' }, /^How the fare was set: Daily cap reached\.$/],
    [{ srid: null, payment: null, startedAt: new Date().toISOString() }, /^Not part of a payment yet/],
  ])('%j is one line', (trip, words) => {
    expect(ofTrip(trip)).toEqual([expect.stringMatching(words)]);
  });

  test('does not call refunded what was credited before the charge: no bank shows it', () => {
    expect(ofTrip({ refund: { amount: cad(100), reason: 'credit' } })).toEqual([]);
  });
});

describe('what the bank gave back of the payment of a trip', () => {
  const ofTripPaidBy = (
    payment: Parameters<typeof buildPaymentDetail>[0],
    trip: Parameters<typeof buildTripDetail>[0] = {},
  ) =>
    said({ kind: 'trip', cardId: 1, trip: buildTripDetail({ payment: link, ...trip }) }, buildPaymentDetail(payment));
  const refunded = { amount: cad(375), count: 1, lastAt: null };

  test('is said, as after a chargeback', () => {
    expect(ofTripPaidBy({ refunded })).toEqual([expect.stringMatching(/^\$3\.75 of the payment of this trip/)]);
    expect(ofTripPaidBy({})).toEqual([]);
  });

  test('is not said twice', () => {
    const refund = { amount: cad(375), reason: 'delay' };
    expect(ofTripPaidBy({ refunded }, { refund })).toEqual([expect.stringMatching(/already been refunded/)]);
  });
});

describe('what is known of a payment', () => {
  test('is nothing if it is one ordinary trip that is paid', () => {
    expect(ofPayment({})).toEqual([]);
  });

  test.each([
    [{ refunded: { amount: cad(375), count: 1, lastAt: null } }, [/^\$3\.75 has already been refunded/]],
    [
      {
        charges: [
          { at: null, direction: 'credit' as const, kind: 'refund' as const, approved: true, amount: usd(540) },
        ],
      },
      [/^US\$5\.40 has already been refunded/],
    ],
    [{ status: 'open' as const }, [/^More trips of the day may still be added/]],
    [{ status: 'pending' as const }, [/^We have charged your bank/]],
    [{ reason: 'refund' as const, status: 'pending' as const }, [/^This refund is on its way/]],
    [{ reason: 'refund' as const, tripCount: 0 }, []],
    [{ writtenOff: cad(200) }, [/^\$2\.00 is no longer asked for/]],
    [{ tripCount: 4 }, [/^It is one charge for 4 trips/]],
    [
      { tripCount: 2, trips: [buildRelatedTrip({ fareReason: 'Daily cap', price: cad(0) })] },
      [/^It is one charge for 2 trips/, /^A cap, a pass or a transfer/],
    ],
  ])('%j is as many lines as it has facts', (payment, words) => {
    expect(ofPayment(payment)).toEqual(words.map((one) => expect.stringMatching(one)));
  });
});
