import * as account from './account.ts';
import * as cardNews from './card-news.ts';
import { callsOf, codesOf } from './define-call.ts';
import * as passwords from './passwords.ts';
import * as privacy from './privacy.ts';
import * as registrations from './registrations.ts';
import * as secondFactors from './second-factors.ts';
import * as sessions from './sessions.ts';
import * as singleSignOn from './single-sign-on.ts';

export const authModules = [
  account,
  cardNews,
  passwords,
  privacy,
  registrations,
  secondFactors,
  sessions,
  singleSignOn,
] as const;

/** The calls of the role `auth`. */
export const authCalls = callsOf(authModules);

/** The error codes that the contract files of this role declare. */
export const authCodes = codesOf(authModules);
