import { debtEvents, debtStates } from '@tapfolio/domain/debt-states.ts';
import { debtNextSteps, debtSources } from '@tapfolio/domain/debt-steps.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { type CatalogueEntries, details, type Wait } from './errors/catalogue-entry.ts';
import { paymentParams, relatedTrip } from './payments.ts';
import { paymentScreens, tripScreens } from './permissions.ts';
import {
  cardParams,
  declineCode,
  instant,
  languageQuery,
  money,
  paymentId,
  serviceDay,
  srid,
  statementProof,
  timeZone,
  typedAmountMinor,
} from './shared.ts';

export const debtState = z.enum(debtStates);
export const debtEvent = z.enum(debtEvents);
export const debtSource = z.enum(debtSources);
export const debtNextStep = z.enum(debtNextSteps);

/** The fields that everybody with access to the debt may see, with or without an account. */
const publicParts = {
  srid,
  /** When the unpaid payment window opened. */
  since: instant,
  serviceDay,
  timeZone,
  /** The amount due now; of a settled fare, the amount that was due last. */
  amount: money,
  /** The part of the amount that the operator no longer asks for although nobody paid it. Null if there is none. */
  writtenOff: z.nullable(money),
  state: debtState,
  /** Since when it is in this state. */
  stateAt: instant,
  nextStep: debtNextStep,
  /** Why the bank refused the last try. Null in every other state than `declined`. */
  declineCode: z.nullable(declineCode),
  /** How many tries are still allowed by the limits of the card schemes, as the operator has configured them. */
  triesLeft: z.int(),
  /** When the next try is possible. Null if it is possible now, or never. */
  nextTryAt: z.nullable(instant),
};

/** One line of a debt's history, the oldest first. */
export const debtHistoryLine = z.object({
  at: instant,
  event: debtEvent,
  /** The state of the debt after this event. */
  state: debtState,
  /** The amount of the event: what is due, what the bank was asked for or took, or what was written off. */
  amount: money,
  source: debtSource,
});

/** An unpaid fare of a card, with its trips. */
export const debt = z.object({
  paymentId,
  ...publicParts,
  /** The trips of the payment window, the oldest first. Empty if they are no longer kept. */
  trips: z.array(relatedTrip),
  /** What happened to it, the oldest first. */
  history: z.array(debtHistoryLine),
});
export type Debt = z.infer<typeof debt>;

/** What a person with a statement line sees: that one debt, but not the card, its trips or other payments. */
export const guestDebt = z.object(publicParts);
export type GuestDebt = z.infer<typeof guestDebt>;

/** The unpaid fares of a card. */
export const debtList = z.object({
  /** The unpaid ones, the oldest first; then those that were settled in the last 30 days. */
  items: z.array(debt),
});
export type DebtList = z.infer<typeof debtList>;

/** An event of the stream: this debt has changed. The page then reads the list again. */
export const debtChange = z.object({
  paymentId,
  state: debtState,
  /** Since when it is in this state. */
  stateAt: instant,
});
export type DebtChange = z.infer<typeof debtChange>;

/** The result of a request to pay. */
export const startedCollection = z.object({
  state: debtState,
  /** What will be collected. */
  amount: money,
});
export type StartedCollection = z.infer<typeof startedCollection>;

/** The currency of the amount that the passenger was shown, by its three capital letters (ISO 4217). */
const confirmedCurrency = z.string().check(z.regex(/^[A-Z]{3}$/));
const confirmedAmount = z.object({
  /** The amount that the passenger was shown, in minor units. It must be the amount due. */
  amountMinor: typedAmountMinor,
  currency: confirmedCurrency,
});

/** The error codes of these calls. */
export const codes = {
  debt_not_found: {
    status: 404,
    means: 'The unpaid fare does not exist. Without an account: no unpaid fare has this reference and amount.',
  },
  debt_amount_changed: {
    status: 409,
    means: 'Another amount is due now: `details.amountMinor` and `details.currency`.',
    details: details<{ amountMinor: number; currency: string }>(),
  },
  debt_collection_running: { status: 409, means: 'The fare is being collected already.' },
  debt_settled: { status: 409, means: 'The fare is paid, or the operator no longer asks for it.' },
  debt_tries_used: {
    status: 409,
    means: 'No further try is allowed, or none before `Retry-After`.',
    details: details<Wait | undefined>(),
  },
  debt_payment_not_offered: {
    status: 409,
    means:
      'The fare cannot be paid here: no bank is set up, the operator withholds paying, or the fare has no statement reference.',
  },
} as const satisfies CatalogueEntries;

export const listDebts = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/debts',
  who: 'card',
  permission: ['passenger-area', 'card', ...tripScreens, ...paymentScreens],
  tag: 'debts',
  summary: "A card's unpaid fares with their trips and their history; paid ones come last",
  params: cardParams,
  query: languageQuery,
  answers: { 200: debtList },
});

const startingRefusals = [
  'debt_not_found',
  'debt_amount_changed',
  'debt_collection_running',
  'debt_settled',
  'debt_tries_used',
  'debt_payment_not_offered',
] as const;

export const collectDebt = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/cards/:cardId/debts/:paymentId/collections',
  who: 'card',
  permission: ['card.pay-debt'],
  idempotency: 'key',
  tag: 'debts',
  summary: 'Collect an unpaid fare from the card; the confirmed amount must be the amount due',
  params: paymentParams,
  body: confirmedAmount,
  refuses: startingRefusals,
  answers: { 202: startedCollection },
});

const stream = {
  description:
    'Server-sent events: `debt`, whose data is JSON with `paymentId`, `state` and `stateAt` of an unpaid fare, once as it is and then for each change; `heartbeat`, whose data says nothing, every 15 seconds. It ends when the session is over or the card has other media',
  content: { 'text/event-stream': { schema: z.any() } },
};

export const watchDebts = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/debts/events',
  who: 'card',
  permission: ['passenger-area', 'card', ...tripScreens, ...paymentScreens],
  rate: { places: 5 },
  lane: 'none',
  tag: 'debts',
  summary: "A stream with an event for each change of a card's debts",
  params: cardParams,
  answers: { 200: stream },
});

export const findDebt = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/debts/search',
  who: 'anyone',
  idempotency: 'natural',
  tag: 'debts',
  summary: 'The unpaid fare with this statement reference and amount, without an account',
  body: z.object(statementProof),
  refuses: ['debt_not_found'],
  answers: { 200: guestDebt },
});

export const collectFoundDebt = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/debts/collections',
  who: 'anyone',
  idempotency: 'key',
  tag: 'debts',
  summary: 'Collect the unpaid fare with this statement reference from its card, without an account',
  body: z.object({
    ...statementProof,
    /** The currency of the amount that the guest was shown. A page of the release before leaves it out. */
    currency: z.optional(confirmedCurrency),
  }),
  refuses: startingRefusals,
  answers: { 202: startedCollection },
});
