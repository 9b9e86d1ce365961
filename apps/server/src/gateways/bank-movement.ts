import { toDeclineCode } from '@tapfolio/domain/decline-codes.ts';
import { z } from 'zod';
import type { BankAnswer, ReportLine } from './bank.ts';

/** Without control characters and half characters: the database would change or refuse them, and we look it up later. */
export const name = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u);

/** An amount in an answer of the bank. */
export const amount = { amountMinor: z.int().min(0), currency: z.string().regex(/^[A-Z]{3}$/) };

/** What the bank calls one charge or refund, as docs/bank-contract.md describes it. Fields that we do not know are allowed. */
const movement = z.object({
  id: name,
  kind: z.enum(['charge', 'refund']),
  reference: name,
  // Helps after a restore only: an answer without it, or with a strange one, is as good.
  statementReference: name.optional().catch(undefined),
  state: z.enum(['authorised', 'captured', 'released', 'declined', 'refunded', 'returned']),
  declineCode: z.string().max(100).nullish(),
  ...amount,
  at: z.iso.datetime({ offset: true }),
});
/** A charge or a refund in the bank's ledger. */
export type Movement = z.output<typeof movement>;

const movements = z.object({ items: z.array(movement), next: z.string().min(1).nullish() });
/** One page of them. */
export type Movements = z.output<typeof movements>;

const event = z.object({ type: z.string(), data: z.unknown() });

/** @throws when the body is no movement. */
export const readMovement = (body: string): Movement => movement.parse(JSON.parse(body));

/** @throws when the body is no page of movements. */
export const readMovements = (body: string): Movements => movements.parse(JSON.parse(body));

/** The movement that a signed call of the bank is about; undefined for other types of calls. @throws when it breaks the contract. */
export function readEvent(content: unknown): Movement | undefined {
  const { type, data } = event.parse(content);
  return type === 'movement.updated' ? movement.parse(data) : undefined;
}

/** A movement in the words of our port. */
export function toAnswer({ id, state, declineCode, amountMinor, currency }: Movement): BankAnswer {
  const amount = { amountMinor, currency, bankReference: id };
  if (state !== 'declined' && state !== 'returned') return { state, ...amount };
  return { state, ...amount, declineCode: toDeclineCode(declineCode ?? undefined) };
}

/** One line of the report. */
export function toReportLine(movement: Movement): ReportLine {
  const { id, kind, state, reference, statementReference, amountMinor, currency, at } = movement;
  const moved = state === 'returned' ? 'return' : kind;
  return { kind: moved, reference, statementReference, bankReference: id, amountMinor, currency, at: new Date(at) };
}

const byWeight: readonly BankAnswer['state'][] = [
  'captured',
  'refunded',
  'returned',
  'authorised',
  'released',
  'declined',
];

/** Of the movements of one reference the one that says most about money: moved before held, held before refused. */
export function decisiveMovement<Item extends Pick<BankAnswer, 'state'>>(items: readonly Item[]): Item | undefined {
  return byWeight.flatMap((state) => items.filter((item) => item.state === state))[0];
}
