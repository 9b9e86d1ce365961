import { randomUUID } from 'node:crypto';
import type { RefundReason } from '@tapfolio/domain/refund-reasons.ts';
import { z } from 'zod';
import { currency } from '../city/currency.ts';

/** Asks the portal for refunds, as the operator's own system does: with a key, over HTTP. */
export interface RefundDesk {
  /** What is left of the payment is given back when no trip is named. */
  ask(wish: RefundWish): Promise<RefundAsked>;
}

export interface RefundWish {
  srid: string;
  reason: RefundReason;
  tripId?: string | undefined;
  /** Of the trip, or of the payment; all of it when absent. */
  amountMinor?: number | undefined;
}

/** What was asked for, and what the portal said: the state of the refund, or the code of the rule that it breaks. */
export interface RefundAsked extends RefundWish {
  status: number;
  said: string;
}

const answer = z.union([
  z.object({ state: z.string() }).transform(({ state }) => state),
  z.object({ error: z.object({ code: z.string() }) }).transform(({ error }) => error.code),
]);

/** @param address of the portal. @param key of the operator, which may ask for refunds. */
export function openRefundDesk(address: string, key: string): RefundDesk {
  return {
    async ask(wish) {
      const { srid, reason, tripId, amountMinor } = wish;
      const named = tripId === undefined ? { amountMinor } : { trips: [{ tripId, amountMinor }] };
      const response = await fetch(new URL('/internal/api/v1/refunds', address), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ operatorCode: '1', srid, currency, reason, ...named }),
      });
      return { ...wish, status: response.status, said: answer.parse(await response.json()) };
    },
  };
}
