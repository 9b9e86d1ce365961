import { toDeclineCode } from '@tapfolio/domain/decline-codes.ts';
import { z } from 'zod';
import type { BankAnswer, ReportLine } from './bank.ts';

/** Without what a database keeps otherwise than it came, or not at all: it is asked for by it later. */
export const name = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u);

/** What a bank may say of money. */
export const amount = { amountMinor: z.int().min(0), currency: z.string().regex(/^[A-Z]{3}$/) };

/** What the bank calls one charge or refund, as docs/bank-contract.md describes it. Fields that we do not know are allowed. */
const movement = z.object({
  id: name,
  kind: z.enum(['charge', 'refund']),
  reference: name,
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

/** @throws when it is none. */
export const readMovement = (body: string): Movement => movement.parse(JSON.parse(body));

/** @throws when it is none. */
export const readMovements = (body: string): Movements => movements.parse(JSON.parse(body));

/** What a signed call of the bank is about; undefined when we have no use for it. @throws when it is not as agreed. */
export function readEvent(content: unknown): Movement | undefined {
  const { type, data } = event.parse(content);
  return type === 'movement.updated' ? movement.parse(data) : undefined;
}

/** In our words. */
export function toAnswer({ id, state, declineCode, amountMinor, currency }: Movement): BankAnswer {
  const amount = { amountMinor, currency, bankReference: id };
  if (state !== 'declined' && state !== 'returned') return { state, ...amount };
  return { state, ...amount, declineCode: toDeclineCode(declineCode ?? undefined) };
}

/** One line of the report. */
export function toReportLine({ id, kind, state, reference, amountMinor, currency, at }: Movement): ReportLine {
  const moved = state === 'returned' ? 'return' : kind;
  return { kind: moved, reference, bankReference: id, amountMinor, currency, at: new Date(at) };
}

/** The one that tells most about money among those of one reference: what moved comes before what is held or refused. */
export function decisiveMovement(items: readonly Movement[]): Movement | undefined {
  const order = ['captured', 'refunded', 'returned', 'authorised', 'released', 'declined'];
  return order.flatMap((state) => items.filter((item) => item.state === state))[0];
}
