import { describe, expect, test } from 'vitest';
import { back, cad, paymentOf, refund, type Trip, told, trip } from '../test/story-payments.ts';
import { storyOf } from './payment-story.ts';

const atLeast = (amountMinor: number) => ({ amount: cad(amountMinor), isAtLeast: true });

describe('a difference between the trips and the charge', () => {
  test('is the cap only if the trips say that there was one', () => {
    expect(told(storyOf(paymentOf(1125, [trip(745, 'daily cap'), trip(735, 'daily cap')])))).toContainEqual([
      'reduced',
      -355,
    ]);
    expect(told(storyOf(paymentOf(1125, [trip(1480)])))).toContainEqual(['unexplained', -355]);
  });

  const off = (dueMinor: number, trips: readonly Trip[]) => {
    const { lines, saved } = storyOf(paymentOf(dueMinor, trips));
    const line = lines.at(-2);
    return [line?.kind, line?.kind === 'reduced' ? line.code : null, line?.amount.amountMinor, saved];
  };

  test('is a cap up to what the capped trips cost, and counts as saved', () => {
    const trips = [trip(375, 'single fare'), trip(200, 'weekly cap', { to: 'Airport' })];

    expect(off(500, trips)).toEqual(['reduced', 'weekly_cap', -75, atLeast(75)]);
    expect(off(375, trips)).toEqual(['reduced', 'weekly_cap', -200, atLeast(200)]);
    expect(off(374, trips)).toEqual(['unexplained', null, -201, null]);
  });

  test('is a transfer if only that is named, which is no saving of a cap', () => {
    expect(off(500, [trip(400, 'single fare'), trip(400, 'free transfer')])).toEqual([
      ...['reduced', 'transfer', -300],
      null,
    ]);
  });

  test('is unexplained if two reasons are named, if no reason takes anything off, or if it is one cent', () => {
    expect(off(500, [trip(400, 'daily cap'), trip(400, 'free transfer')])[0]).toBe('unexplained');
    expect(off(500, [trip(400, 'daily cap'), trip(400, 'weekly cap')])[0]).toBe('unexplained');
    expect(off(500, [trip(800, 'single fare')])[0]).toBe('unexplained');
    expect(off(500, [trip(400, 'daily cap')])[0]).toBe('unexplained');
    expect(off(500, [trip(501)])).toEqual(['unexplained', null, -1, null]);
  });

  test.each(['reservation', 'topup'] as const)('of a %s is shown only if it has trips or tickets', (reason) => {
    const products = [{ id: 'p', name: 'Seat', price: cad(200), tripId: null }];

    expect(told(storyOf(paymentOf(500, [], { reason })))).toEqual([['total', 500]]);
    expect(told(storyOf(paymentOf(500, [trip(400)], { reason })))).toContainEqual(['unexplained', 100]);
    expect(told(storyOf(paymentOf(500, [], { reason, products })))).toContainEqual(['unexplained', 300]);
    expect(told(storyOf(paymentOf(500, [])))).toContainEqual(['unexplained', 500]);
  });

  test('is not called a cap for a trip in another currency, whose price cannot be compared with it', () => {
    const abroad = trip(500, 'daily cap reached', { price: { amountMinor: 500, currency: 'EUR' } });
    const story = storyOf(paymentOf(675, [trip(375), trip(375), abroad]));

    expect(told(story)).toContainEqual(['unexplained', -75]);
    expect(story.saved).toBeNull();
  });

  test('is unexplained, also if the charge is more than the trips cost', () => {
    expect(told(storyOf(paymentOf(700, [trip(400)])))).toEqual([
      ['trip', 400],
      ['unexplained', 300],
      ['total', 700],
    ]);
  });

  test('is what was given back before the charge, and not what the bank gave back', () => {
    const trips = [trip(400, null, { refund: back(150) }), trip(300, null, { refund: back(100) })];

    expect(told(storyOf(paymentOf(600, trips, { charges: [refund(150)] })))).toEqual([
      ['trip', 400],
      ['trip', 300],
      ['credited', -100],
      ['total', 600],
      ['refunded', -150],
      ['net', 450],
    ]);
    expect(told(storyOf(paymentOf(450, trips, { status: 'pending' })))).toContainEqual(['credited', -250]);
    expect(told(storyOf(paymentOf(500, trips)))).toContainEqual(['unexplained', -200]);
  });

  test.each([
    ['a chargeback of all that was charged', 400],
    ['a refund that no trip shows', 70],
  ])('is what was given back before the charge, also beside %s', (_, givenBackMinor) => {
    const trips = [trip(400, null, { refund: back(100, 'credit') }), trip(300, null, { refund: back(200, 'delay') })];
    const charges = [refund(200), refund(givenBackMinor)];

    expect(told(storyOf(paymentOf(600, trips, { charges })))).toContainEqual(['credited', -100]);
    expect(told(storyOf(paymentOf(500, trips, { charges })))).toContainEqual(['unexplained', -200]);
  });

  test('is no credit if the bank gave back what it charged beyond the fares', () => {
    expect(told(storyOf(paymentOf(700, [trip(500)], { charges: [refund(200)] })))).toEqual([
      ['trip', 500],
      ['unexplained', 200],
      ['total', 700],
      ['refunded', -200],
      ['net', 500],
    ]);
  });

  test('is not final while the payment is open', () => {
    expect(told(storyOf(paymentOf(0, [trip(400)], { status: 'open' })))).toContainEqual(['notFinal', -400]);
  });

  test('comes from another currency if there is one, and currencies are never added', () => {
    const euros = trip(250, null, { price: { amountMinor: 250, currency: 'EUR' } });

    expect(told(storyOf(paymentOf(615, [trip(400), euros])))).toEqual([
      ['trip', 400],
      ['trip', 250],
      ['converted', 215],
      ['total', 615],
    ]);
  });
});
