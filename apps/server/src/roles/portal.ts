import { portalCalls } from '@tapfolio/contracts/portal-calls.ts';
import type { HttpRole } from '../app.ts';
import { activeTicketRoutes } from '../modules/active-tickets/active-tickets.routes.ts';
import { announcementRoutes } from '../modules/announcements/announcements.routes.ts';
import { operatorDocumentRoutes } from '../modules/api-keys/api-keys.routes.ts';
import { cardClaimRoutes } from '../modules/card-claims/card-claims.routes.ts';
import { cardRoutes } from '../modules/cards/cards.routes.ts';
import { favouriteRoutes } from '../modules/favourites/favourites.routes.ts';
import { productRoutes } from '../modules/products/products.routes.ts';
import { salesPackageRoutes } from '../modules/sales-packages/sales-packages.routes.ts';
import { portalConfigRoutes } from '../modules/settings/portal-config.routes.ts';
import { spendRoutes } from '../modules/spend/spend.routes.ts';
import { readTravel } from '../modules/travel/reading.ts';
import { tripRoutes } from '../modules/trips/trips.routes.ts';
import { actAs } from '../plugins/context.ts';
import { refuseUnserved } from '../plugins/route-access.ts';
import { documentRoutes } from './portal-documents.ts';
import { moneyRoutes } from './portal-money.ts';

/** The passenger's own data, and receipts for every holder of a statement line. */
export const portalRole: HttpRole = async (app) => {
  actAs(app, 'portal');
  readTravel(app);
  await app.register(portalConfigRoutes);
  await app.register(announcementRoutes);
  await app.register(cardRoutes);
  await app.register(cardClaimRoutes);
  await app.register(spendRoutes);
  await app.register(tripRoutes);
  await app.register(moneyRoutes);
  await app.register(documentRoutes);
  await app.register(productRoutes);
  await app.register(activeTicketRoutes);
  await app.register(salesPackageRoutes);
  await app.register(favouriteRoutes);
  await app.register(operatorDocumentRoutes);
  refuseUnserved(app, portalCalls);
};
