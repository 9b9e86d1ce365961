import { debtEvents, debtStates } from '@tapfolio/domain/debt-states.ts';
import { debtNextSteps, debtSources } from '@tapfolio/domain/debt-steps.ts';
import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { paymentParams, relatedTrip } from './payments.ts';
import { paymentScreens, tripScreens } from './permissions.ts';
import {
  cardParams,
  instant,
  languageQuery,
  money,
  serviceDay,
  timeZone,
  typedAmountMinor,
  typedStatementReference,
} from './shared.ts';

/** The part of a debt that its owner and a guest both see. */
const publicParts = {
  srid: z.nullable(z.string()),
  /** When the unpaid payment window opened. */
  since: instant,
  serviceDay,
  timeZone,
  /** What is to be paid now. */
  amount: money,
  state: z.enum(debtStates),
  stateAt: instant,
  /** What the passenger can do now. */
  nextStep: z.enum(debtNextSteps),
  /** Why the bank refused the last try; null while no try was refused. */
  declineCode: z.nullable(z.enum(declineCodes)),
  /** How many tries are left before the limit of the card schemes is reached. */
  triesLeft: z.int(),
  /** When the next try is possible; null when it is possible at once, or never. */
  nextTryAt: z.nullable(instant),
};

/** One line of a debt's history, the oldest first. */
export const debtHistoryLine = z.object({
  at: instant,
  event: z.enum(debtEvents),
  /** The state that it led to. */
  state: z.enum(debtStates),
  amount: money,
  source: z.enum(debtSources),
});

/** An unpaid fare of a card, with the trips that it comes from. */
export const debt = z.object({
  paymentId: z.uuid(),
  ...publicParts,
  trips: z.array(relatedTrip),
  history: z.array(debtHistoryLine),
});
export type Debt = z.infer<typeof debt>;

/** What the holder of a statement line sees: that one debt, never the card, its trips or another payment. */
export const guestDebt = z.object(publicParts);
export type GuestDebt = z.infer<typeof guestDebt>;

export const debtList = z.object({ items: z.array(debt) });
export type DebtList = z.infer<typeof debtList>;

/** What the stream says: this debt has changed. The page reads the list again for the rest. */
export const debtChange = z.object({ paymentId: z.uuid(), state: z.enum(debtStates), stateAt: instant });
export type DebtChange = z.infer<typeof debtChange>;

/** What a request to pay leads to. */
export const startedCollection = z.object({
  state: z.enum(debtStates),
  amount: money,
});
export type StartedCollection = z.infer<typeof startedCollection>;

const confirmedAmount = z.object({
  amountMinor: typedAmountMinor,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
});

export const listDebts = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/cards/:cardId/debts',
  who: 'card',
  permission: ['passenger-area', 'card', ...tripScreens, ...paymentScreens],
  tag: 'debts',
  summary: "A card's unpaid fares with their trips and what has become of each; those that are settled come last",
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
  summary: 'Have an unpaid fare collected from the card; the confirmed amount must be the amount due',
  params: paymentParams,
  body: confirmedAmount,
  refuses: startingRefusals,
  answers: { 202: startedCollection },
});

const stream = {
  description:
    'Server-sent events: `debt` with a DebtChange, `heartbeat` without data. It ends when the session is over or the card has other media',
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
  summary: "A stream that tells of each change of a card's debts",
  params: cardParams,
  answers: { 200: stream },
});

const proof = { srid: typedStatementReference, amountMinor: typedAmountMinor };

export const findDebt = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/debts/search',
  who: 'anyone',
  idempotency: 'natural',
  tag: 'debts',
  summary: 'The unpaid fare of a statement reference and its amount, without an account',
  body: z.object(proof),
  refuses: ['debt_not_found'],
  answers: { 200: guestDebt },
});

export const collectFoundDebt = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/debts/collections',
  who: 'anyone',
  idempotency: 'key',
  tag: 'debts',
  summary: 'Have the unpaid fare of a statement reference collected from its card, without an account',
  body: z.object(proof),
  refuses: startingRefusals,
  answers: { 202: startedCollection },
});
