import type { FastifyPluginAsync } from 'fastify';
import { bankEventRoutes } from '../modules/bank-events/bank-events.routes.ts';
import { debtRoutes, guestDebtRoutes } from '../modules/debts/debts.routes.ts';
import { paymentSearchRoutes } from '../modules/payment-search/payment-search.routes.ts';
import { paymentRoutes } from '../modules/payments/payments.routes.ts';

/** What was charged, what is owed, and what the bank says of it. */
export const moneyRoutes: FastifyPluginAsync = async (app) => {
  await app.register(paymentRoutes);
  await app.register(paymentSearchRoutes);
  await app.register(debtRoutes);
  await app.register(guestDebtRoutes);
  await app.register(bankEventRoutes);
};
