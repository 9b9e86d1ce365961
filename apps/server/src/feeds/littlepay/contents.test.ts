import { expect, it } from 'vitest';
import type { z } from 'zod';
import * as contents from './contents.ts';

const { pieceKinds: kinds } = contents;
const participant = 'agency';
const at = '2026-03-01T08:00:00.000Z';
const id = '00000000-0000-4000-8000-000000000001';
const none = null;

const deposit = { id: 'd1', amountMinor: 370, currency: 'CAD', at, rrn: 'r1', reasonCode: none };
const fare = {
  ...{ participant, micropaymentId: 'm1', aggregationId: 'a1', mediumId: id, chargeMinor: 370, currency: 'CAD' },
  ...{ chargeType: 'FLAT_FARE', status: none, at: none, updatedAt: none },
};

const settlement = {
  ...{ participant, aggregationId: 'a1', settlementId: 's1', mediumId: none, amountMinor: 370, currency: none },
  ...{ type: none, status: none, rrn: none, reference: none, refundId: none },
  ...{ tappedAt: none, requestedAt: none, answeredAt: none },
};

const refund = { refundId: 'f1', approval: none, amountMinor: 370, fareMinor: none, reason: none };

/** What the first release stored of each kind. Never add a field here: those rows do not have it. */
const stored: readonly [kind: string, schema: z.ZodType, content: object][] = [
  [
    kinds.tap,
    contents.tapContent,
    {
      ...{ participant, tapId: id, mediumId: none, at, receivedAt: none, type: 'ON', isRefused: false },
      ...{ deviceId: none, locationId: none, locationName: none, routeId: none, mode: none },
    },
  ],
  [kinds.micropayment, contents.micropaymentContent, fare],
  [kinds.leftFare, contents.micropaymentContent, fare],
  [kinds.adjustment, contents.adjustmentContent, { isApplied: true, type: none, description: none }],
  [
    kinds.authorisation,
    contents.authorisationContent,
    {
      ...{ participant, aggregationId: 'a1', request: 'q1', amountMinor: 370, currency: 'CAD', rrn: none },
      ...{ reference: none, responseCode: none, status: none, at },
    },
  ],
  [kinds.settlement, contents.settlementContent, settlement],
  [kinds.leftSettlement, contents.settlementContent, settlement],
  [kinds.refund, contents.refundContent, refund],
  [kinds.leftRefund, contents.refundContent, refund],
  [kinds.customer, contents.customerContent, { mediumId: id }],
  [kinds.product, contents.productContent, { code: none, description: none, days: none }],
  [
    kinds.purchase,
    contents.purchaseContent,
    { participant, purchaseId: 'p1', product: none, description: none, amount: none, at: none },
  ],
  [kinds.terminal, contents.terminalContent, { isDenied: false }],
  [kinds.window, contents.windowContent, { reference: 'E0ZKJ1J6R9ZJZR' }],
  [kinds.deposit, contents.depositContent, deposit],
  [kinds.chargeback, contents.depositContent, deposit],
];

it.each(stored)('a piece that an earlier release stored is still read: %s', (_kind, schema, content) => {
  expect(schema.parse(content)).toEqual(content);
});

it('every kind of piece is tried', () => {
  const tried = stored.map(([kind]) => kind);

  // A link has no content.
  expect(Object.values(kinds).filter((kind) => !tried.includes(kind))).toEqual([kinds.link]);
});
