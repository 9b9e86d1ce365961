import { describe, expect, test } from 'vitest';
import { cad, paymentOf, refund, told, trip } from '../test/story-payments.ts';
import { storyOf } from './payment-story.ts';

describe('what was paid', () => {
  test('is shown in parts only if something was paid before', () => {
    const parts = { previouslyPaid: cad(370), differencePaid: cad(755) };

    expect(told(storyOf(paymentOf(1125, [trip(1125)], parts))).slice(-2)).toEqual([
      ['previouslyPaid', 370],
      ['difference', 755],
    ]);
    expect(told(storyOf(paymentOf(1125, [trip(1125)]))).at(-1)).toEqual(['total', 1125]);
  });

  test.each([
    ['payment_error', 'unpaid'],
    ['card_dead', 'unpaid'],
    ['open', 'toCome'],
    ['pending', 'toCome'],
  ] as const)('leaves a rest that is called, of a payment that is %s, %s', (status, kind) => {
    expect(told(storyOf(paymentOf(800, [trip(800)], { status, paid: cad(300) }))).slice(-2)).toEqual([
      ['paid', 300],
      [kind, 500],
    ]);
  });

  test('leaves a rest that nobody asks for any more, of the amount due or of the fares', () => {
    const writtenOff = cad(500);
    const closed = paymentOf(800, [trip(800)], { status: 'accepted', paid: cad(300), writtenOff });
    const lowered = paymentOf(300, [trip(800)], { status: 'accepted', paid: cad(300), writtenOff });
    const loweredAndClosed = paymentOf(400, [trip(800)], { status: 'accepted', paid: cad(300), writtenOff });
    const toNothing = paymentOf(0, [trip(500)], { status: 'none', paid: cad(0), writtenOff });

    expect(told(storyOf(closed)).slice(1)).toEqual([
      ['total', 800],
      ['paid', 300],
      ['writtenOff', 500],
    ]);
    expect(told(storyOf(lowered)).slice(1)).toEqual([
      ['writtenOff', -500],
      ['total', 300],
    ]);
    expect(told(storyOf(loweredAndClosed)).slice(1)).toEqual([
      ['writtenOff', -400],
      ['total', 400],
      ['paid', 300],
      ['writtenOff', 100],
    ]);
    expect(told(storyOf(toNothing)).slice(1)).toEqual([
      ['writtenOff', -500],
      ['total', 0],
    ]);
  });

  test('is overpaid if it is more than what was due, less what was given back', () => {
    const parts = { paid: cad(800), previouslyPaid: cad(400), differencePaid: cad(400) };

    expect(told(storyOf(paymentOf(400, [trip(400)], parts))).slice(-2)).toEqual([
      ['difference', 400],
      ['overpaid', 400],
    ]);
    expect(told(storyOf(paymentOf(400, [trip(400)], { ...parts, charges: [refund(150)] })))).toContainEqual([
      'overpaid',
      250,
    ]);
    const returned = storyOf(paymentOf(400, [trip(400)], { ...parts, charges: [refund(400)] }));
    expect(told(returned).map(([kind]) => kind)).not.toContain('overpaid');
  });

  test('ends with a line for each refund and what was paid in the end', () => {
    const charges = [refund(200, '2026-11-21T10:00:00Z'), refund(300), { ...refund(900), approved: false }];

    expect(told(storyOf(paymentOf(800, [trip(800)], { charges }))).slice(-3)).toEqual([
      ['refunded', -200],
      ['refunded', -300],
      ['net', 300],
    ]);
  });

  test('has no sum with a refund in another currency, which has its own line', () => {
    const foreign = { ...refund(540), amount: { amountMinor: 540, currency: 'USD' } };
    const overpaid = { paid: cad(900), charges: [foreign] };

    expect(storyOf(paymentOf(800, [trip(800)], { charges: [refund(100), foreign] })).lines.slice(1)).toEqual([
      { kind: 'total', amount: cad(800) },
      { kind: 'refunded', amount: cad(-100), at: null },
      { kind: 'refunded', amount: { amountMinor: -540, currency: 'USD' }, at: null },
    ]);
    expect(told(storyOf(paymentOf(800, [trip(800)], overpaid)))).toContainEqual(['overpaid', 100]);
  });

  test('is not told if operator and bank contradict each other, and neither is a rest', () => {
    const parts = { previouslyPaid: cad(300), differencePaid: cad(100), charges: [refund(100)] };
    const payment = paymentOf(800, [trip(800)], { status: 'corrupted', paid: cad(400), ...parts });

    expect(told(storyOf(payment)).slice(1)).toEqual([
      ['total', 800],
      ['refunded', -100],
    ]);
  });

  test('is one line for a refund: nothing was due and nothing is missing', () => {
    const payment = paymentOf(0, [trip(370)], {
      reason: 'refund',
      paid: cad(-370),
      total: cad(-370),
      charges: [refund(370)],
    });

    expect(told(storyOf(payment))).toEqual([['refunded', -370]]);
  });

  test('shows that a late collection paid an unpaid fare, and no fares, because the unpaid payment shows them', () => {
    const payment = paymentOf(370, [], { reason: 'debt_recovery', total: cad(0) });

    expect(told(storyOf(payment))).toEqual([
      ['recovered', 370],
      ['total', 370],
    ]);
  });
});
