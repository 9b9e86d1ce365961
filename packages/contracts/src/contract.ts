import * as z from 'zod/mini';
import { authModules } from './auth-calls.ts';
import { type Call, callsOf, type OperatorCall, type PublishedCall } from './define-call.ts';
import * as errorBody from './error-body.ts';
import type { ErrorCode } from './errors.ts';
import * as health from './health.ts';
import * as openApi from './open-api.ts';
import { portalModules } from './portal-calls.ts';
import * as shared from './shared.ts';

const everyModule = [...authModules, ...portalModules, health, openApi] as const;

const callsByName = callsOf(everyModule);
type AllCalls = typeof callsByName;

/** Every call of the server. A call that refuses with a code without an entry does not compile here. */
export const allCalls: readonly Call<ErrorCode>[] = Object.values(callsByName);

/** The calls of the published interface, by name. The browser imports only the type, so that it loads no schema. */
export const contract = Object.fromEntries(
  Object.entries<Call>(callsByName).filter(([, call]) => isPublished(call)),
) as Contract; // Object.fromEntries loses the literal keys

/** The calls of operators' own systems, by name. */
export const operatorCalls: Readonly<Record<string, OperatorCall>> = Object.fromEntries(
  Object.entries<Call>(callsByName).flatMap(([name, call]) => (call.who === 'operator' ? [[name, call] as const] : [])),
);

type Contract = { readonly [K in keyof AllCalls as AllCalls[K] extends PublishedCall ? K : never]: AllCalls[K] };
/** The name of a published call. */
export type CallName = keyof Contract;

/** True if the call is part of the published interface. */
export function isPublished(call: Call): call is PublishedCall {
  return call.who === 'anyone' || call.who === 'passenger' || call.who === 'card';
}

const names = new Map<Call, string>(Object.entries<Call>(callsByName).map(([name, call]) => [call, name]));

/** The name of a call. Throws when the call is not listed in auth-calls.ts, portal-calls.ts or here. */
export function nameOf(call: Call): string {
  const name = names.get(call);
  if (name === undefined)
    throw new Error(
      `${call.method} ${call.path}: its file is missing in auth-calls.ts, portal-calls.ts or contract.ts`,
    );
  return name;
}

/** The schemas that the OpenAPI document describes once, by name: the objects and enumerations that the contract files export. */
export const namedShapes: readonly (readonly [name: string, shape: z.ZodMiniType])[] = [
  shared,
  errorBody,
  ...everyModule,
]
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]) =>
    value instanceof z.ZodMiniObject || value instanceof z.ZodMiniEnum ? [[capitalised(name), value] as const] : [],
  );

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
