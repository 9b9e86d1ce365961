import { portalCalls } from '@tapfolio/contracts/contract.ts';
import type { HttpRole } from '../app.ts';
import { operatorDocumentRoutes } from '../modules/api-keys/api-keys.routes.ts';
import { cardRoutes } from '../modules/cards/cards.routes.ts';
import { debtRoutes, guestDebtRoutes } from '../modules/debts/debts.routes.ts';
import { favouriteRoutes } from '../modules/favourites/favourites.routes.ts';
import { paymentRoutes } from '../modules/payments/payments.routes.ts';
import { productRoutes } from '../modules/products/products.routes.ts';
import { publicReceiptRoutes, receiptRoutes } from '../modules/receipts/receipts.routes.ts';
import { refundRoutes } from '../modules/refunds/refunds.routes.ts';
import { salesPackageRoutes } from '../modules/sales-packages/sales-packages.routes.ts';
import { portalConfigRoutes } from '../modules/settings/portal-config.routes.ts';
import { spendRoutes } from '../modules/spend/spend.routes.ts';
import { readTravel } from '../modules/travel/reading.ts';
import { tripRoutes } from '../modules/trips/trips.routes.ts';
import { actAs } from '../plugins/context.ts';
import { refuseUnserved } from '../plugins/route-access.ts';

/** The passenger's own data, and receipts for whoever holds a statement line. */
export const portalRole: HttpRole = async (app) => {
  actAs(app, 'portal');
  readTravel(app);
  await app.register(portalConfigRoutes);
  await app.register(cardRoutes);
  await app.register(spendRoutes);
  await app.register(tripRoutes);
  await app.register(paymentRoutes);
  await app.register(debtRoutes);
  await app.register(guestDebtRoutes);
  await app.register(productRoutes);
  await app.register(salesPackageRoutes);
  await app.register(favouriteRoutes);
  await app.register(receiptRoutes);
  await app.register(publicReceiptRoutes);
  await app.register(operatorDocumentRoutes);
  await app.register(refundRoutes);
  refuseUnserved(app, portalCalls);
};
