import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { beforeEach, expect } from 'vitest';
import { server } from './fake-server.ts';
import { openPortal, signIn, t } from './render.tsx';
import { buildCard, buildCardList, buildPayment, buildPaymentDetail, buildRelatedTrip } from './travel-fixtures.ts';

/** The history of payments of the passenger's card. */
export const paymentsPath = '/card/payments-history/1';

/** Signs in a passenger with one card, in each test of a file. Call this once there. */
export function passengerWithPayments(): void {
  beforeEach(() => {
    signIn();
    server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  });
}

/** Opens the history with one payment, whose details are open. */
export async function openPayment(overrides: Partial<PaymentDetail>) {
  const detail = buildPaymentDetail(overrides);
  server.answer('listPayments', () => ({ items: [buildPayment(detail)], nextCursor: null }));
  server.answer('getPayment', () => detail);
  const { screen } = await openPortal(`${paymentsPath}?open=${detail.id}`);
  await expect.element(screen.getByRole('heading', { name: t('payments.whyHeading') })).toBeVisible();
  // biome-ignore lint/performance/useDomNodeTextContent: the visible text, with the spaces of the layout
  const words = (): string => document.querySelector('main')?.innerText.replace(/\s+/g, ' ') ?? '';
  return { screen, detail, words };
}

/** The way from a refund or a late collection to the payment of the fare. */
export const linkToFare = ({ receiptAvailable = true } = {}) =>
  ({ id: buildRelatedTrip().id, openedAt: '2026-11-12T08:00:00Z', status: 'accepted', receiptAvailable }) as const;
