import type { OperationName } from './operations.ts';

/** The calls that anybody may make. Every other one needs a session: the server refuses to run it without. */
export const openOperations = [
  'signIn',
  'getPasskeySignInOptions',
  'signInWithPasskey',
  'signInWithCode',
  'userIsLogged',
  'signOut',
  'register',
  'confirmRegistration',
  'requestPasswordReset',
  'getPasswordRules',
  'confirmPasswordReset',
  'getServerSettings',
  'getPortalConfig',
  'findReceipts',
  'downloadPublicReceipt',
] as const satisfies readonly OperationName[];

export type OpenOperation = (typeof openOperations)[number];
