import type * as z from 'zod/mini';
import type { ApiScope } from './api-scopes.ts';
import type { PermissionEntry } from './permissions.ts';

/** The groups of calls in the published OpenAPI document, with a description of each. */
export const callTags = {
  session: 'Sign-in, sign-out and the settings of the signed-in passenger',
  account: "The passenger's own data and sessions",
  password: 'Changing a password and choosing a new one by mail',
  'single sign-on': 'What the page needs to know of an external identity provider',
  registration: 'Requesting an account and confirming it by mail',
  cards: 'Linked cards and their state',
  trips: 'Trips, with stops, times and fares',
  payments: 'Payments: what was charged, and how the amount came about',
  products: 'Tickets, passes and favourite packages',
  debts: 'Unpaid fares and their collection',
  questions: 'Questions to the operator about a trip or a payment, and the answers',
  receipts: 'Receipts as tagged PDF, with and without an account',
  portal: 'What the page needs to know of the operator',
} as const;

/** The groups of calls in the OpenAPI document for operators, with a description of each. */
export const operatorTags = {
  refunds: 'Giving back what a passenger paid',
  questions: 'What passengers ask about their trips and payments',
  interface: 'This document',
} as const;

/** An answer that is a document instead of JSON with a known shape. */
export interface FileAnswer {
  description: string;
  content: Readonly<Record<string, { schema: z.ZodMiniType }>>;
}

type Shape = z.ZodMiniType;

interface Shapes<Code> {
  /** The parts `:name` of the path. */
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /**
   * The error codes of this call, without those that follow from the rest of its declaration (`refusals-of.ts`). Each
   * needs an entry: in `codes` of a contract file or in `errors/`. The list of calls (`contract.ts`) and the route do not compile
   * with another one. A test fails if the call answers with a code that it does not declare.
   */
  refuses?: readonly Code[];
  /** What each refusal of this call has beside `error`. */
  besideError?: z.ZodMiniObject;
  /** The shape of each successful answer, by HTTP status. Refusals need no entry: all calls refuse in the same shape. */
  answers: Readonly<Partial<Record<200 | 201 | 202 | 204 | 503, Shape | FileAnswer>>>;
}

/**
 * What happens when the same call arrives twice because the first answer was lost. `natural`: the second call changes
 * nothing more. `key`: the caller sends an `Idempotency-Key`, and the server remembers it. `none`: the second call acts
 * again or is refused.
 */
export type Idempotency = 'none' | 'natural' | 'key';

type Verb = { method: 'GET' } | { method: 'POST' | 'PATCH' | 'DELETE'; idempotency: Idempotency };

/** The queue of a call: `passwords` for calls that hash a password, `calls` for the usual one, `none` for answers from memory. */
type Lane = { lane?: 'passwords' | 'calls' | 'none' };

/** How many places a call takes of the rate limit of its session, key or address. Default: 1 to read, 5 to write. */
type SharedRate = { rate?: { places: number } };

/** How often one address may make this call. The limit counts this call alone. */
type OwnRate = { rate: { perMinute: number }; lane?: 'none' };

type Published = { path: `/public/api/v1/${string}`; tag: keyof typeof callTags; summary: string } & SharedRate & Lane;

/** The permissions of which the passenger needs at least one, or the reason why being signed in is enough. */
type NeedsPermission = {
  permission: { readonly noneBecause: string } | readonly [PermissionEntry, ...PermissionEntry[]];
};

/**
 * A call of the published interface. `card` is a signed-in passenger with one of their own cards in the path.
 *
 * `Code` are the codes that the call may refuse with. That is any text where a call is declared, because the catalogue of codes
 * is made of the files that declare calls; `Call<ErrorCode>` is a call whose codes are all in the catalogue.
 */
export type PublishedCall<Code = string> = Shapes<Code> &
  Verb &
  Published &
  ({ who: 'anyone'; permission?: undefined } | ({ who: 'passenger' | 'card' } & NeedsPermission));

/** A link or a redirect that a browser follows. It is not part of the published interface. */
export type BrowserCall<Code = string> = Shapes<Code> &
  Verb & { who: 'browser'; path: `/public/api/v1/${string}` } & SharedRate &
  Lane;

/**
 * A call of a mailbox provider, for a user who wants no more mails of a kind (RFC 8058). It sends a form, no cookie and no header of ours: the token
 * in its address is all that counts.
 */
export type MailboxCall<Code = string> = Shapes<Code> &
  Verb & { who: 'mailbox'; path: `/public/api/v1/${string}` } & OwnRate;

/** A call between servers. The provider signs its calls; answers to a supervisor contain nothing about passengers. */
export type InternalCall<Code = string> = Shapes<Code> &
  Verb & { who: 'provider' | 'supervisor'; path: `/internal/${string}` } & OwnRate;

/**
 * A call of an operator's own systems. It carries an API key (table `api_keys`) that has this scope, and never a session.
 * These calls have an OpenAPI document of their own.
 */
export type OperatorCall<Code = string> = Shapes<Code> &
  Verb & {
    who: 'operator';
    path: `/internal/api/v1/${string}`;
    /** The scope that the key must have; `any` if every valid key may make the call. */
    scope: ApiScope | 'any';
    tag: keyof typeof operatorTags;
    summary: string;
    example?: Example;
  } & SharedRate &
  Lane;

/** What a caller sends and gets, for the OpenAPI document. A test makes the call and compares. */
export interface Example {
  readonly body?: object;
  readonly answer: object;
}

/** Everything about a call except its name, which is the name of the exported constant. */
export type Call<Code = string> =
  | PublishedCall<Code>
  | BrowserCall<Code>
  | MailboxCall<Code>
  | InternalCall<Code>
  | OperatorCall<Code>;

type KeyOf<T> = T extends unknown ? keyof T : never;
type Exact<C> = C & Record<Exclude<keyof C, KeyOf<Call>>, never>;

/** Whether the call takes an `Idempotency-Key`. */
export function isKeyed(call: Call): boolean {
  return 'idempotency' in call && call.idempotency === 'key';
}

/** The tag of a call of an OpenAPI document; undefined for every other call. */
export function tagOf(call: Call): string | undefined {
  return 'tag' in call ? call.tag : undefined;
}

const declared = new WeakSet<object>();

/**
 * Declares a call. The route, the guard, the rate limit, the queue, the OpenAPI document and the browser's table of calls
 * follow from it. Throws when the path and its parameters do not match.
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
  return Object.fromEntries(calls) as CallsOfAll<Modules>; // Object.fromEntries loses the literal keys
}

type CodesOf<M> = M extends { codes: infer Codes } ? Codes : unknown;
type CodesOfAll<Modules> = Modules extends readonly [infer First, ...infer Rest]
  ? CodesOf<First> & CodesOfAll<Rest>
  : unknown;

/** The error codes that these modules export as `codes`, with their entries. */
export function codesOf<const Modules extends readonly object[]>(modules: Modules): CodesOfAll<Modules> {
  const exported = modules.map((module) => ('codes' in module ? module.codes : {}));
  return Object.assign({}, ...exported) as CodesOfAll<Modules>; // Object.assign does not know how many there are
}
