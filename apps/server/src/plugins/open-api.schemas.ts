import * as cards from '@tapfolio/contracts/cards.ts';
import * as payments from '@tapfolio/contracts/payments.ts';
import { portalConfig } from '@tapfolio/contracts/portal-config.ts';
import * as products from '@tapfolio/contracts/products.ts';
import { publicReceipt } from '@tapfolio/contracts/receipts.ts';
import * as sessions from '@tapfolio/contracts/sessions.ts';
import * as shared from '@tapfolio/contracts/shared.ts';
import * as spend from '@tapfolio/contracts/spend.ts';
import * as trips from '@tapfolio/contracts/trips.ts';
import { $ZodRegistry, type $ZodType } from 'zod/v4/core';

/** The shapes that the document describes once and refers to by name. */
const named: Record<string, $ZodType> = {
  Card: cards.card,
  CardList: cards.cardList,
  CardOverview: cards.cardOverview,
  Charge: payments.charge,
  CurrencySpend: spend.currencySpend,
  DayTotal: trips.dayTotal,
  Error: shared.errorBody,
  Language: shared.language,
  LineBadge: trips.lineBadge,
  Money: shared.money,
  PaymentDetail: payments.paymentDetail,
  PaymentPage: payments.paymentPage,
  PaymentSummary: payments.paymentSummary,
  PortalConfig: portalConfig,
  ProductDetail: products.productDetail,
  ProductPage: products.productPage,
  ProductSummary: products.productSummary,
  PublicReceipt: publicReceipt,
  RelatedTrip: payments.relatedTrip,
  Settings: sessions.settingsAnswer,
  TripDetail: trips.tripDetail,
  TripPage: trips.tripPage,
  TripSummary: trips.tripSummary,
  UserSettings: sessions.userSettings,
};

export const schemaRegistry = new $ZodRegistry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) schemaRegistry.add(schema, { id });
