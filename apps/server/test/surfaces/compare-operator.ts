import { refund } from '@tapfolio/contracts/refunds.ts';
import type { DebtEvent, DebtState } from '@tapfolio/domain/debt-states.ts';
import type { Pool } from 'pg';
import type { SandboxBank } from '../../../../demo/bank/start-bank.ts';
import type { BackOfficeKind } from '../../src/gateways/back-office.ts';
import type { TestApp } from '../build-app.ts';
import { Contradictions } from './contradictions.ts';

/** What an operator's system and the bank know, beside our own rows. */
export interface OperatorsView {
  readonly app: TestApp['app'];
  readonly pool: Pool;
  readonly sandbox: SandboxBank;
  /** The headers of an operator's system. */
  readonly headers: Record<string, string>;
}

/** The event of an unpaid fare that each message to the back office tells. */
const eventsOfKind: Readonly<Record<BackOfficeKind, readonly DebtEvent[]>> = {
  access_denied: ['delivered_unpaid'],
  access_requested: ['request'],
  access_not_granted: ['decline', 'not_charged'],
  access_granted: ['approve'],
};

/** What the back office heard last while a fare is in a state. A fare that a delivery calls paid is `ready` without a message. */
const lastKinds: Readonly<Record<Exclude<DebtState, 'ready'>, readonly BackOfficeKind[]>> = {
  owed: ['access_denied', 'access_not_granted'],
  requested: ['access_requested'],
  submitting: ['access_requested'],
  unknown: ['access_requested'],
  declined: ['access_not_granted'],
  approved: ['access_granted'],
  unblocking: ['access_granted'],
};

/** What the back office was told of these media, the bank did, and an operator reads of their refunds. */
export async function operatorContradictions(view: OperatorsView, mediumIds: readonly string[]): Promise<string[]> {
  const check = new Contradictions();
  await compareMessages(check, view, mediumIds);
  await compareRefunds(check, view, mediumIds);
  return check.found;
}

interface Told {
  readonly payment_id: string;
  readonly amount_minor: number;
  readonly currency: string;
}

async function compareMessages(
  check: Contradictions,
  { pool }: OperatorsView,
  mediumIds: readonly string[],
): Promise<void> {
  const { rows: messages } = await pool.query<Told & { kind: BackOfficeKind }>(
    `select payment_id, kind, amount_minor, currency
    from back_office_messages where medium_id = any($1) order by medium_id, message_number`,
    [mediumIds],
  );
  const { rows: events } = await pool.query<Told & { event: DebtEvent }>(
    'select payment_id, event, amount_minor, currency from debt_events where medium_id = any($1)',
    [mediumIds],
  );
  const sumOf = ({ payment_id, amount_minor, currency }: Told) => `${payment_id} ${amount_minor} ${currency}`;
  for (const message of messages) {
    const told = events.filter(({ event }) => eventsOfKind[message.kind].includes(event)).map(sumOf);
    check.holds(`message ${message.kind} of ${sumOf(message)} tells an event`, told.includes(sumOf(message)));
  }
  const { rows: debts } = await pool.query<{ payment_id: string; state: DebtState }>(
    'select payment_id, state from debts where medium_id = any($1)',
    [mediumIds],
  );
  for (const { payment_id: id, state } of debts) {
    const last = messages.findLast((message) => message.payment_id === id)?.kind;
    if (state !== 'ready')
      check.holds(`fare in ${state}, last message ${last}`, lastKinds[state].includes(last ?? 'access_granted'));
  }
}

async function compareRefunds(
  check: Contradictions,
  { app, pool, sandbox, headers }: OperatorsView,
  mediumIds: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ refund_id: string }>('select refund_id from refunds where medium_id = any($1)', [
    mediumIds,
  ]);
  for (const { refund_id: id } of rows) {
    const response = await app.inject({ method: 'GET', url: `/internal/api/v1/refunds/${id}`, headers });
    const { state, srid, amount, bankReference } = refund.parse(response.json());
    const atBank = (await sandbox.ledger()).find(({ reference }) => reference === id);
    if (state === 'refunded') {
      const { amountMinor, currency } = amount;
      check.same(
        `refund ${id} at the bank`,
        { state: 'refunded', id: bankReference, amountMinor, currency },
        atBank && { state: atBank.state, id: atBank.id, amountMinor: atBank.amountMinor, currency: atBank.currency },
      );
    }
    const { rows: shown } = await pool.query('select from payments where medium_id = any($1) and payment_id = $2', [
      mediumIds,
      id,
    ]);
    check.holds(`refund ${id} of ${srid} is ${state} and in the history`, shown.length === 0 || state === 'refunded');
  }
}
