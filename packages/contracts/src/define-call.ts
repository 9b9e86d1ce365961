import type * as z from 'zod/mini';
import type { ApiScope } from './api-scopes.ts';
import type { ErrorCode } from './errors.ts';
import type { PermissionEntry } from './permissions.ts';

/** Groups of the published document, with what each is about. */
export const callTags = {
  session: 'Sign-in, sign-out and the settings of the signed-in passenger',
  account: "The passenger's own data and sessions",
  password: 'Changing a password and choosing a new one by mail',
  'single sign-on': 'What the page needs to know of an external identity provider',
  registration: 'Asking for an account and confirming it by mail',
  cards: 'Linked cards and their state',
  trips: 'What happened in the vehicles',
  payments: 'What was charged, and why that much',
  products: 'Tickets, passes and favourite packages',
  debts: 'Unpaid fares, and having them collected',
  receipts: 'Receipts as tagged PDF, with and without an account',
  portal: 'What the page needs to know of the operator',
} as const;

/** Groups of the document for operators, with what each is about. */
export const operatorTags = {
  refunds: 'Giving back what a passenger paid',
  interface: 'This document',
} as const;

/** An answer that is a document and no JSON of a known shape. */
export interface FileAnswer {
  description: string;
  content: Readonly<Record<string, { schema: z.ZodMiniType }>>;
}

type Shape = z.ZodMiniType;

interface Shapes {
  /** The parts `:name` of the path. */
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /**
   * The codes that this call refuses with beside those that follow from the rest of its declaration (`refusals-of.ts`). A
   * test that gets another one fails.
   */
  refuses?: readonly ErrorCode[];
  /** What a call that succeeds answers, by HTTP status. Refusals need no entry: their shape is the same for all calls. */
  answers: Readonly<Partial<Record<200 | 201 | 202 | 204 | 503, Shape | FileAnswer>>>;
}

/**
 * What becomes of a call that arrives twice, because the answer to the first was lost: `natural` when the second changes
 * nothing more, `key` when the caller sends an `Idempotency-Key` and the server remembers it, `none` when the second acts
 * again or is refused.
 */
export type Idempotency = 'none' | 'natural' | 'key';

type Verb = { method: 'GET' } | { method: 'POST' | 'PATCH' | 'DELETE'; idempotency: Idempotency };

/** Which queue a call waits in: that of calls which hash a password, the usual one, or none for answers from memory. */
type Lane = { lane?: 'passwords' | 'calls' | 'none' };

/** How many places a call takes of the rate of its session, key or address: 1 to read and 5 to write when absent. */
type SharedRate = { rate?: { places: number } };

/** How often one address may make this call. Each such call counts for itself. */
type OwnRate = { rate: { perMinute: number }; lane?: 'none' };

type Published = { path: `/public/api/v1/${string}`; tag: keyof typeof callTags; summary: string } & SharedRate & Lane;

/** Permissions of which the passenger needs at least one, or why being signed in is enough. */
type NeedsPermission = {
  permission: { readonly noneBecause: string } | readonly [PermissionEntry, ...PermissionEntry[]];
};

/** A call of the published interface. `card` is a passenger who names one of their own cards in the path. */
export type PublishedCall = Shapes &
  Verb &
  Published &
  ({ who: 'anyone'; permission?: undefined } | ({ who: 'passenger' | 'card' } & NeedsPermission));

/** A link or a redirect that a browser follows. It is not part of the published interface. */
export type BrowserCall = Shapes & Verb & { who: 'browser'; path: `/public/api/v1/${string}` } & SharedRate & Lane;

/** A call between servers: the provider signs its own, the answer to a supervisor says nothing about passengers. */
export type InternalCall = Shapes & Verb & { who: 'provider' | 'supervisor'; path: `/internal/${string}` } & OwnRate;

/**
 * A call of an operator's own systems. It carries a key of the table `api_keys` that holds this scope, and never a session.
 * These calls have a document of their own.
 */
export type OperatorCall = Shapes &
  Verb & {
    who: 'operator';
    path: `/internal/api/v1/${string}`;
    /** What the key must be good for; `any` when being a valid key is enough. */
    scope: ApiScope | 'any';
    tag: keyof typeof operatorTags;
    summary: string;
  } & SharedRate &
  Lane;

/** Everything about a call but its name, which is the name of the constant that holds it. */
export type Call = PublishedCall | BrowserCall | InternalCall | OperatorCall;

type KeyOf<T> = T extends unknown ? keyof T : never;
type Exact<C> = C & Record<Exclude<keyof C, KeyOf<Call>>, never>;

const declared = new WeakSet<object>();

/**
 * Declares a call. The route, the guard, the rate, the queue, the OpenAPI document and the table of the browser follow from
 * it. Throws when the path and its parameters do not fit.
 */
export function defineCall<const C extends Call>(call: Exact<C>): C {
  const inPath = Array.from(call.path.matchAll(/:(\w+)/g), ([, name]) => name);
  const inShape = namesOf(call.params);
  if (inPath.toSorted().join() !== inShape.toSorted().join())
    throw new Error(`${call.method} ${call.path}: the path names ${inPath.join()}, the shape ${inShape.join()}`);
  if (call.who === 'card' && !inPath.includes('cardId')) throw new Error(`${call.path} names no card`);
  declared.add(call);
  return call;
}

function namesOf(shape: Shape | undefined): string[] {
  return shape !== undefined && 'shape' in shape ? Object.keys(Object(shape.shape)) : [];
}

type CallsOf<M> = { readonly [K in keyof M as M[K] extends Call ? K : never]: M[K] };
type CallsOfAll<Modules> = Modules extends readonly [infer First, ...infer Rest]
  ? CallsOf<First> & CallsOfAll<Rest>
  : unknown;

/** The calls that these modules export, by name. */
export function callsOf<const Modules extends readonly object[]>(modules: Modules): CallsOfAll<Modules> {
  const exported = modules.flatMap((module) => Object.entries(module));
  const calls = exported.filter(([, value]) => declared.has(Object(value)));
  return Object.fromEntries(calls) as CallsOfAll<Modules>; // entries lose the literal keys
}
