import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { keysOf } from '@tapfolio/domain/keys-of.ts';
import { z } from 'zod';

/** What is said over the wire of the sandbox bank: the contract of docs/bank-contract.md, and its switches. */

const amountMinor = z.int().min(0);
const currency = z.string().regex(/^[A-Z]{3}$/);
const name = z.string().min(1).max(200);

/** What the portal asks for when it wants money taken or given back. */
export const order = z.object({
  reference: name,
  operatorCode: name,
  statementReference: name,
  amountMinor: amountMinor.min(1),
  currency,
});
export type Order = z.output<typeof order>;

/** A charge or a refund in the ledger. One without a reference was not made by the portal: the back office asked for it. */
export const movement = z.object({
  id: name,
  kind: z.enum(['charge', 'refund']),
  reference: name.nullable(),
  operatorCode: name,
  statementReference: name,
  state: z.enum(['authorised', 'captured', 'released', 'declined', 'refunded', 'returned']),
  declineCode: z.string().optional(),
  amountMinor,
  currency,
  /** ISO 8601, in UTC. */
  at: z.string(),
});
export type Movement = z.output<typeof movement>;

/** What the bank did for the back office before the portal asked for anything: it is how it knows the card. */
export const original = movement.omit({ reference: true, declineCode: true });
export type Original = z.output<typeof original>;

/** Has a refund come back to the bank, by the portal's reference. */
export const returnWish = z.object({
  reference: name,
  declineCode: z.enum(declineCodes).default('card_expired'),
});
export type ReturnWish = z.input<typeof returnWish>;

/** What the bank can be told to do wrong, and how the page says it. */
export const faults = {
  none: 'Nothing goes wrong',
  decline: 'Refuses the card',
  error_before: 'Answers 500 and does nothing',
  error_after: 'Does it and answers 500',
  reset_before: 'Cuts the connection and does nothing',
  reset_after: 'Does it and cuts the connection',
  timeout_before: 'Never answers and does nothing',
  timeout_after: 'Does it and never answers',
  too_many: 'Answers 429: too many calls',
  slow: 'Does it and answers late',
  garbage: 'Does it and answers nonsense',
  down: 'Is down: cuts every connection, also of questions',
  mixed: 'Does one call in three wrong, each time in another way',
} as const;
export type FaultName = keyof typeof faults;

export const webhookFaults = {
  normal: 'Sent once',
  twice: 'Sent three times',
  reordered: 'Sent in the wrong order',
  early: 'Sent before the answer',
  forged: 'Sent with a wrong signature',
  none: 'Not sent',
} as const;

/** Which calls a fault meets. Questions are queries and reports. */
export const operations = {
  any: 'every charge, capture, release and refund',
  authorise: 'charges',
  capture: 'captures',
  release: 'releases',
  refund: 'refunds',
  query: 'questions',
} as const;
export type Operation = Exclude<keyof typeof operations, 'any'>;

/** A switch: what goes wrong with the calls about one statement reference, or about all (an empty one). */
export const faultSwitch = z.object({
  statementReference: z.string().max(64).default(''),
  fault: z.enum(keysOf(faults)).default('none'),
  on: z.enum(keysOf(operations)).default('any'),
  declineCode: z.enum(declineCodes).default('insufficient_funds'),
  /** How late a slow answer is. */
  seconds: z.coerce.number().min(0).max(120).default(30),
  /** How many calls it meets before it switches itself off; 0 for all. */
  times: z.coerce.number().int().min(0).default(0),
  webhooks: z.enum(keysOf(webhookFaults)).default('normal'),
});
export type FaultSwitch = z.output<typeof faultSwitch>;
/** As it is asked for: what is left out has its default. */
export type FaultWish = z.input<typeof faultSwitch>;
