import * as announcements from './announcements.ts';
import * as askedQuestions from './asked-questions.ts';
import * as bankEvents from './bank-events.ts';
import * as caps from './caps.ts';
import * as cardClaims from './card-claims.ts';
import * as cards from './cards.ts';
import * as debts from './debts.ts';
import { callsOf, codesOf } from './define-call.ts';
import * as favourites from './favourites.ts';
import * as payments from './payments.ts';
import * as portalConfig from './portal-config.ts';
import * as products from './products.ts';
import * as questions from './questions.ts';
import * as readerMessages from './reader-messages.ts';
import * as receipts from './receipts.ts';
import * as refunds from './refunds.ts';
import * as salesPackages from './sales-packages.ts';
import * as spend from './spend.ts';
import * as travelProof from './travel-proof.ts';
import * as travelStatement from './travel-statement.ts';
import * as trips from './trips.ts';
import * as workTrips from './work-trips.ts';

export const portalModules = [
  announcements,
  bankEvents,
  caps,
  cardClaims,
  cards,
  debts,
  favourites,
  payments,
  portalConfig,
  products,
  questions,
  askedQuestions,
  readerMessages,
  receipts,
  refunds,
  salesPackages,
  spend,
  travelProof,
  travelStatement,
  trips,
  workTrips,
] as const;

/** The calls of the role `portal`. */
export const portalCalls = callsOf(portalModules);

/** The error codes that the contract files of this role declare. */
export const portalCodes = codesOf(portalModules);
