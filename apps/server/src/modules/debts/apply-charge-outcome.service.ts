import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { homeOperator } from '../../config/home-operator.ts';
import type { BankAgreement, BankAnswer, BankRefusal } from '../../gateways/bank.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { raiseAlarm } from '../alarms/alarms.service.ts';
import { tellBackOffice } from '../back-office/tell-back-office.service.ts';
import { ensureThisMonth } from '../bank-tries/money-jobs.service.ts';
import {
  type ClosedCollection,
  closeCollection,
  collectionTries,
  findCollection,
  findDelivered,
  findUnsubmitted,
  insertRecovery,
  notCharged,
} from './collections.queries.ts';
import { endWithoutMoney } from './end-without-money.service.ts';
import { followDelivery } from './follow-delivery.service.ts';
import { type LockedDebt, lockDebt, noteCollected } from './move-debt.queries.ts';
import { moveDebt } from './move-debt.service.ts';

/** The bank took the money. */
export type Captured = BankAgreement & { readonly state: 'captured' };
/** A certain outcome, which ends a try. */
export type ChargeOutcome = Captured | BankRefusal | { readonly state: 'not_charged' };

/** What an answer of the bank means for a try; undefined for an amount that the bank only holds, and for a refund. */
export function chargeOutcomeOf(answer: BankAnswer): ChargeOutcome | undefined {
  if (answer.state === 'declined') return answer;
  if (answer.state === 'released') return { state: 'not_charged' };
  if (answer.state !== 'captured') return undefined;
  return answer.amountMinor === 0 ? { state: 'not_charged' } : { ...answer, state: 'captured' };
}

/** Which try. */
export interface CollectionKey {
  readonly mediumId: string;
  readonly collectionId: string;
}

/**
 * The only function that ends a try, from any source of the outcome: the worker, a call of the bank, a query by reference or
 * the bank's report. Returns whether anything changed: what comes late or a second time changes nothing.
 */
export async function applyChargeOutcome(
  context: Using<'pool' | 'config'>,
  key: CollectionKey,
  outcome: ChargeOutcome,
): Promise<boolean> {
  if (outcome.state === 'captured') await ensureThisMonth(context.pool);
  return await transaction(context.pool, async (tx) => {
    const [known] = await findCollection(tx, key);
    if (known === undefined) return false;
    // Every change of a debt locks its row first, so that there is no deadlock.
    const [debt] = await lockDebt(tx, { mediumId: key.mediumId, paymentId: known.payment_id });
    const [closed] = await closeCollection(tx, { ...key, ...columnsOf(outcome) });
    if (closed === undefined) return false;
    if (outcome.state === 'captured') await approve(context, tx, { closed, asked: known, taken: outcome, debt });
    else {
      const event = outcome.state === 'declined' ? 'decline' : 'not_charged';
      await endWithoutMoney(tx, { closed, event, source: 'bank' });
    }
    return true;
  });
}

/** What is written about a try that ends. The amount that the bank took counts, also if it was asked for another. */
function columnsOf(outcome: ChargeOutcome) {
  if (outcome.state === 'captured') {
    const { amountMinor: takenMinor, currency: takenCurrency, bankReference } = outcome;
    return { outcome: 'approved', declineCode: null, bankReference, takenMinor, takenCurrency } as const;
  }
  if (outcome.state === 'not_charged') return notCharged;
  const { declineCode, bankReference = null } = outcome;
  return { ...notCharged, outcome: 'declined', declineCode, bankReference } as const;
}

/** The amount that the bank was asked for. */
type Asked = Pick<ClosedCollection, 'amount_minor' | 'currency'>;

interface Approval {
  readonly closed: ClosedCollection;
  readonly asked: Asked;
  readonly taken: Captured;
  /** The debt as it was before. */
  readonly debt: LockedDebt | undefined;
}

async function approve({ config }: Using<'config'>, tx: Transaction, approval: Approval): Promise<void> {
  const { closed, taken, debt } = approval;
  const { medium_id: mediumId, payment_id: paymentId, operator_code: operatorCode } = closed;
  // A delivery may have given the fare another reference since the bank was asked.
  const srid = debt?.srid ?? closed.srid;
  const { amountMinor, currency } = taken;
  const amount = { amountMinor, currency };
  const rule = config.operators.find(({ code }) => code === operatorCode) ?? homeOperator(config.operators);
  const closedAt = closed.closed_at;
  const row = { closedAt, serviceDay: serviceDayOf(closedAt, rule), operatorCode, srid, ...amount };
  await insertRecovery(tx, { mediumId, collectionId: closed.collection_id, ...row });
  const isOwed = await moveDebt(tx, { mediumId, paymentId, event: 'approve', source: 'bank', amount });
  const rest = isOwed ? await restBesides(tx, { mediumId, srid, taken, debt }) : undefined;
  if (isOwed) {
    if (rest === undefined) await noteCollected(tx, { mediumId, paymentId, ...amount });
    await giveUpUnsubmitted(tx, { mediumId, paymentId });
  }
  await raiseAlarms(tx, approval, { isOwed, isCounted: rest !== undefined });
  const news = { mediumId, paymentId, operatorCode, srid };
  await tellBackOffice(tx, [{ ...news, kind: 'access_granted', ...amount }]);
  if (rest === undefined) await followDelivery(tx, { mediumId, paymentId });
  else if (await moveDebt(tx, { mediumId, paymentId, event: 'delivered_unpaid', source: 'feed', amount: rest }))
    await tellBackOffice(tx, [{ ...news, kind: 'access_denied', ...rest }]);
}

/**
 * Raises the alarms about a charge that a person must look at: the fare was not owed (any more), or not with that amount, or the bank took
 * another one. `isCounted` if a delivery counts the charge already.
 */
async function raiseAlarms(
  tx: Transaction,
  { closed: { collection_id: subject }, asked, taken, debt }: Approval,
  { isOwed, isCounted }: { isOwed: boolean; isCounted: boolean },
): Promise<void> {
  const { amountMinor, currency } = taken;
  const amount = { amountMinor, currency };
  const dueMinor = debt?.is_unpaid === true ? debt.due_minor : 0;
  const dueCurrency = debt?.currency ?? asked.currency;
  const isAsDue = dueMinor === asked.amount_minor && dueCurrency === asked.currency;
  if (!isOwed) await raiseAlarm(tx, { kind: 'charged_without_debt', subject, detail: amount });
  // A delivery came while the bank was taking the money: only the back office knows whether it has counted the charge.
  else if (!isAsDue && !isCounted) {
    const detail = { ...amount, dueMinor, ...(dueCurrency !== asked.currency && { dueCurrency }) };
    await raiseAlarm(tx, { kind: 'charged_not_due', subject, detail });
  }
  if (amountMinor !== asked.amount_minor || currency !== asked.currency) {
    const detail = { ...amount, askedMinor: asked.amount_minor };
    await raiseAlarm(tx, { kind: 'charged_other_amount', subject, detail });
  }
}

/**
 * What is owed of a fare beside a charge that the back office has delivered before the bank answered us: the delivery counts the charge, so that
 * it is as if it came now. Undefined if it does not, or if it asks for nothing.
 */
async function restBesides(
  tx: Transaction,
  { mediumId, srid, taken, debt }: Pick<Approval, 'taken' | 'debt'> & { mediumId: string; srid: string },
): Promise<{ amountMinor: number; currency: string } | undefined> {
  if (debt?.is_unpaid !== true || debt.currency !== taken.currency) return undefined;
  const { bankReference } = taken;
  if ((await findDelivered(tx, { mediumId, srid, bankReference })).length === 0) return undefined;
  return { amountMinor: debt.due_minor, currency: debt.currency };
}

/** The bank proved late that an earlier try took the money: a later try that has not reached it must not take it again. */
async function giveUpUnsubmitted(tx: Transaction, debt: { mediumId: string; paymentId: string }): Promise<void> {
  const [other] = await findUnsubmitted(tx, debt);
  if (other === undefined) return;
  const key = { mediumId: debt.mediumId, collectionId: other.collection_id };
  await closeCollection(tx, { ...key, ...notCharged });
}

/** Applies an answer that the bank sent by itself. */
export async function applyChargeAnswer(
  context: Using<'pool' | 'config'>,
  key: CollectionKey,
  answer: BankAnswer,
): Promise<void> {
  const outcome = chargeOutcomeOf(answer);
  if (outcome !== undefined) await applyChargeOutcome(context, key, outcome);
}

/** The medium of a collection; undefined when there is no such collection. */
export async function findMediumOfCollection(db: Db, id: string): Promise<string | undefined> {
  const [collection] = await collectionTries.findMediumOf(db, { id });
  return collection?.medium_id;
}
