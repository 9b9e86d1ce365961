import type { OpenOperation } from './open-operations.ts';
import type { OperationName } from './operations.ts';

/** What every passenger may open and do, by group: screens by route name, acts as `route.action` (spec section 6). */
export const passengerPermissions = {
  home: ['passenger-area'],
  cards: ['card', 'card.rename', 'card.unlink', 'card-add', 'card-add.link'],
  trips: ['card-trips-history', 'card-trips-history-table'],
  payments: ['card-payments-history', 'card-payments-history-table', 'card-payments-history-table.receipt'],
  products: ['card-products-history', 'card-products-history-table', 'card-favourites-table'],
  account: [
    'account-edit',
    'account-edit.language',
    'account-edit.sessions',
    'account-edit.consent',
    'account-edit.export',
    'account-edit.close',
  ],
} as const;

/**
 * These belong to whoever has a password here; a provider's users do them there (SES-16). A passkey of ours would let them
 * in when the provider no longer does.
 */
export const ownPasswordPermissions = [
  'account-edit.profile',
  'account-edit.password',
  'account-edit.second-factors',
] as const;

type Groups = typeof passengerPermissions;
/** A route or an act that a permission map may list. */
export type PermissionEntry = Groups[keyof Groups][number] | (typeof ownPasswordPermissions)[number];

const allGroups: readonly (readonly PermissionEntry[])[] = Object.values(passengerPermissions);
export const permissionEntries: readonly PermissionEntry[] = [...allGroups.flat(), ...ownPasswordPermissions];

const trips = ['card-trips-history', 'card-trips-history-table'] as const;
const payments = ['card-payments-history', 'card-payments-history-table'] as const;
const products = ['card-products-history', 'card-products-history-table'] as const;

/**
 * What the passenger's map must list, at least one of it, for the server to run a call (ACC-05). Only the call that tells
 * the map itself needs nothing but a session.
 */
export const operationPermissions: Readonly<
  Record<Exclude<OperationName, OpenOperation>, readonly PermissionEntry[] | 'session'>
> = {
  getSettings: 'session',
  giveConsent: ['account-edit.consent'],
  setLanguage: ['account-edit.language'],
  changePassword: ['account-edit.password'],
  editProfile: ['account-edit.profile'],
  listSessions: ['account-edit.sessions'],
  endSession: ['account-edit.sessions'],
  endOtherSessions: ['account-edit.sessions'],
  getSecondFactors: ['account-edit.second-factors'],
  setMailCode: ['account-edit.second-factors'],
  getPasskeyOptions: ['account-edit.second-factors'],
  addPasskey: ['account-edit.second-factors'],
  removePasskey: ['account-edit.second-factors'],
  getConfirmOptions: ['account-edit'],
  confirmIdentity: ['account-edit'],
  exportData: ['account-edit.export'],
  closeAccount: ['account-edit.close'],
  // Every screen about travel begins with the choice of a card.
  listCards: ['passenger-area', 'card', ...trips, ...payments, ...products, 'card-favourites-table'],
  getCard: ['card'],
  linkCard: ['card-add.link'],
  renameCard: ['card.rename'],
  unlinkCard: ['card.unlink'],
  getSpend: trips,
  listTrips: trips,
  getTrip: trips,
  listPayments: payments,
  getPayment: payments,
  downloadReceipt: ['card-payments-history-table.receipt'],
  listProducts: products,
  getProduct: products,
};
