import type { FastifyPluginAsync } from 'fastify';
import type { HttpRole } from '../app.ts';
import { requireCard, requireSession } from '../gate/session-gate.ts';
import { cardListRoutes, cardRoutes } from '../modules/cards/cards.routes.ts';
import { paymentRoutes } from '../modules/payments/payments.routes.ts';
import { productRoutes } from '../modules/products/products.routes.ts';
import { publicReceiptRoutes, receiptRoutes } from '../modules/receipts/receipts.routes.ts';
import { portalConfigRoutes } from '../modules/settings/portal-config.routes.ts';
import { spendRoutes } from '../modules/spend/spend.routes.ts';
import { tripRoutes } from '../modules/trips/trips.routes.ts';
import { actAs } from '../plugins/context.ts';

const base = { prefix: '/public/api/v1/portal' };

/** The passenger's own data, in three scopes: open to anybody, behind the session, behind the session and one card. */
export const portalRole: HttpRole = async (app) => {
  actAs(app, 'portal');
  await app.register(openScope, base);
  await app.register(sessionScope, base);
  await app.register(cardScope, base);
};

const openScope: FastifyPluginAsync = async (scope) => {
  await scope.register(portalConfigRoutes);
  await scope.register(publicReceiptRoutes);
};

const sessionScope: FastifyPluginAsync = async (scope) => {
  scope.addHook('preHandler', requireSession);
  await scope.register(cardListRoutes);
  await scope.register(spendRoutes);
};

const cardScope: FastifyPluginAsync = async (scope) => {
  scope.addHook('preHandler', requireCard);
  await scope.register(cardRoutes);
  await scope.register(tripRoutes);
  await scope.register(paymentRoutes);
  await scope.register(productRoutes);
  await scope.register(receiptRoutes);
};
