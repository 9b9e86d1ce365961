import * as account from './account.ts';
import * as cards from './cards.ts';
import type { OperationName } from './operations.ts';
import * as passwords from './passwords.ts';
import * as payments from './payments.ts';
import * as portalConfig from './portal-config.ts';
import * as privacy from './privacy.ts';
import * as products from './products.ts';
import * as receipts from './receipts.ts';
import * as registrations from './registrations.ts';
import * as secondFactors from './second-factors.ts';
import * as sessions from './sessions.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as spend from './spend.ts';
import * as trips from './trips.ts';

/** Every call's shapes by operation. The browser imports this as a type only, so that no schema ships with it. */
export const contract = {
  signIn: sessions.signIn,
  getSettings: sessions.getSettings,
  userIsLogged: sessions.userIsLogged,
  signOut: sessions.signOut,
  giveConsent: sessions.giveConsent,
  setLanguage: sessions.setLanguage,
  register: registrations.register,
  confirmRegistration: registrations.confirmRegistration,
  requestPasswordReset: passwords.requestPasswordReset,
  getPasswordRules: passwords.getPasswordRules,
  confirmPasswordReset: passwords.confirmPasswordReset,
  changePassword: passwords.changePassword,
  editProfile: account.editProfile,
  listSessions: account.listSessions,
  endSession: account.endSession,
  endOtherSessions: account.endOtherSessions,
  getPasskeySignInOptions: secondFactors.getPasskeySignInOptions,
  signInWithPasskey: secondFactors.signInWithPasskey,
  signInWithCode: secondFactors.signInWithCode,
  getSecondFactors: secondFactors.getSecondFactors,
  setMailCode: secondFactors.setMailCode,
  getPasskeyOptions: secondFactors.getPasskeyOptions,
  addPasskey: secondFactors.addPasskey,
  removePasskey: secondFactors.removePasskey,
  getConfirmOptions: secondFactors.getConfirmOptions,
  confirmIdentity: secondFactors.confirmIdentity,
  exportData: privacy.exportData,
  closeAccount: privacy.closeAccount,
  getServerSettings: singleSignOn.getServerSettings,
  getPortalConfig: portalConfig.getPortalConfig,
  listCards: cards.listCards,
  getCard: cards.getCard,
  linkCard: cards.linkCard,
  renameCard: cards.renameCard,
  unlinkCard: cards.unlinkCard,
  getSpend: spend.getSpend,
  listTrips: trips.listTrips,
  getTrip: trips.getTrip,
  listPayments: payments.listPayments,
  getPayment: payments.getPayment,
  downloadReceipt: receipts.downloadReceipt,
  listProducts: products.listProducts,
  getProduct: products.getProduct,
  findReceipts: receipts.findReceipts,
  downloadPublicReceipt: receipts.downloadPublicReceipt,
} as const satisfies Record<OperationName, { operationId: string; response: object }>;
