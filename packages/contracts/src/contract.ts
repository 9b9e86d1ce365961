import * as z from 'zod/mini';
import * as account from './account.ts';
import * as bankEvents from './bank-events.ts';
import * as cardClaims from './card-claims.ts';
import * as cards from './cards.ts';
import * as debts from './debts.ts';
import { type Call, callsOf, type OperatorCall, type PublishedCall } from './define-call.ts';
import * as favourites from './favourites.ts';
import * as health from './health.ts';
import * as openApi from './open-api.ts';
import * as passwords from './passwords.ts';
import * as payments from './payments.ts';
import * as portalConfig from './portal-config.ts';
import * as privacy from './privacy.ts';
import * as products from './products.ts';
import * as receipts from './receipts.ts';
import * as refunds from './refunds.ts';
import * as registrations from './registrations.ts';
import * as salesPackages from './sales-packages.ts';
import * as secondFactors from './second-factors.ts';
import * as sessions from './sessions.ts';
import * as shared from './shared.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as spend from './spend.ts';
import * as trips from './trips.ts';

const authModules = [account, passwords, privacy, registrations, secondFactors, sessions, singleSignOn] as const;
const portalModules = [
  bankEvents,
  cardClaims,
  cards,
  debts,
  favourites,
  payments,
  portalConfig,
  products,
  receipts,
  refunds,
  salesPackages,
  spend,
  trips,
] as const;
const everyModule = [...authModules, ...portalModules, health, openApi] as const;

/** The calls of the role `auth`. */
export const authCalls = callsOf(authModules);

/** The calls of the role `portal`. */
export const portalCalls = callsOf(portalModules);

const callsByName = callsOf(everyModule);
type AllCalls = typeof callsByName;

/** Every call of the server. */
export const allCalls: readonly Call[] = Object.values(callsByName);

/** The calls of the published interface, by name. The browser imports this as a type only, so that no shape ships with it. */
export const contract = Object.fromEntries(
  Object.entries<Call>(callsByName).filter(([, call]) => isPublished(call)),
) as Contract; // entries lose the literal keys

/** The calls of operators' own systems, by name. */
export const operatorCalls: Readonly<Record<string, OperatorCall>> = Object.fromEntries(
  Object.entries<Call>(callsByName).flatMap(([name, call]) => (call.who === 'operator' ? [[name, call] as const] : [])),
);

/** The calls below `/internal/`, by name: those of operators, of the bank, of the identity provider, of supervisors. */
export const internalCalls: Readonly<Record<string, Call>> = Object.fromEntries(
  Object.entries<Call>(callsByName).filter(([, { path }]) => path.startsWith('/internal/')),
);

type Contract = { readonly [K in keyof AllCalls as AllCalls[K] extends PublishedCall ? K : never]: AllCalls[K] };
/** The name of a published call. */
export type CallName = keyof Contract;

/** Is this call part of the published interface? */
export function isPublished(call: Call): call is PublishedCall {
  return call.who === 'anyone' || call.who === 'passenger' || call.who === 'card';
}

const names = new Map<Call, string>(Object.entries<Call>(callsByName).map(([name, call]) => [call, name]));

/** The name of a call. Throws when the call is not listed in this file. */
export function nameOf(call: Call): string {
  const name = names.get(call);
  if (name === undefined) throw new Error(`${call.method} ${call.path} is not listed in contract.ts`);
  return name;
}

/** The shapes that the OpenAPI document describes once, by name: the objects and enumerations that files of ours export. */
export const namedShapes: readonly (readonly [name: string, shape: z.ZodMiniType])[] = [shared, ...everyModule]
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]) =>
    value instanceof z.ZodMiniObject || value instanceof z.ZodMiniEnum ? [[capitalised(name), value] as const] : [],
  );

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
