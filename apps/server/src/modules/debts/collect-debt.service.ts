import { collectingDebtStates } from '@tapfolio/domain/debt-states.ts';
import { type BankAnswer, BankUncertain, type Charge } from '../../gateways/bank.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMoneyJob } from '../bank-tries/money-jobs.service.ts';
import { type AskingBank, doubtSeconds, leaseSeconds, type Pause, tryAtBank } from '../bank-tries/try-at-bank.ts';
import {
  applyChargeOutcome,
  type ChargeOutcome,
  type CollectionKey,
  chargeOutcomeOf,
} from './apply-charge-outcome.service.ts';
import {
  closeCollection,
  collectionTries,
  findCollection,
  findOldestOpen,
  type LeasedCollection,
  notCharged,
} from './collections.queries.ts';
import { endWithoutMoney } from './end-without-money.service.ts';
import { type DebtStanding, findStanding, lockDebt } from './move-debt.queries.ts';
import { moveDebt } from './move-debt.service.ts';

/** What asking the bank for a collection needs. */
export interface Collecting extends AskingBank, Using<'pool' | 'config'> {
  /** The key under which the bank acts once. Only the test which proves that a second key would charge twice replaces it. */
  readonly attemptKeyOf?: (collection: LeasedCollection) => string;
}

/** Collections that are due and have no job: it was lost, or its worker died. Reads all media. */
export const listDueCollections = collectionTries.listDue;

/** Ends waits that a clock far ahead has begun. Reads all media. */
export const endFarWaitsOfCollections = collectionTries.endFarWaits;

/** The oldest collection that is open. */
export const findOldestCollection = findOldestOpen;

type Leased = LeasedCollection & { readonly asksOnly: boolean };

/**
 * Makes the bank collect an unpaid fare, if it is due and no other worker holds its lease. It may be killed at any point and run any
 * number of times: the bank takes the money once, and the next run finds out the result.
 */
export async function collectDebt(context: Collecting, key: CollectionKey): Promise<void> {
  const id = { mediumId: key.mediumId, id: key.collectionId };
  await tryAtBank<Leased, ChargeOutcome>(context, {
    reference: key.collectionId,
    lease: () => lease(context, key),
    renew: ({ attempts }) => collectionTries.renewLease(context.pool, { ...id, attempts, leaseSeconds }),
    ask: (leased, hear) => askBank(context, leased, hear),
    apply: (outcome) => applyChargeOutcome(context, key, outcome),
    postpone: (leased, pause) => postpone(context, leased, pause),
  });
}

/** Takes the lease, and writes in the debt that the bank is being asked. Both are committed before the bank is asked. */
async function lease({ pool }: Using<'pool'>, key: CollectionKey): Promise<Leased | undefined> {
  return await transaction(pool, async (tx) => {
    const [known] = await findCollection(tx, key);
    if (known === undefined || known.outcome !== null) return undefined;
    const { payment_id: paymentId } = known;
    const [debt] = await lockDebt(tx, { mediumId: key.mediumId, paymentId });
    const isDue = isStillDue(debt, known);
    if (!isDue && !known.was_submitted) {
      await giveUp(tx, key);
      return undefined;
    }
    const id = { mediumId: key.mediumId, id: key.collectionId };
    const [leased] = await collectionTries.takeLease(tx, { ...id, leaseSeconds, doubtSeconds });
    if (leased === undefined) return undefined;
    const { amount_minor: amountMinor, currency } = leased;
    const amount = { amountMinor, currency };
    const asksOnly = !isDue || leased.is_old;
    if (!asksOnly) await collectionTries.forgetMissed(tx, id);
    // A worker that only asks for the result of the charge submits nothing.
    const event = asksOnly ? 'doubt' : 'submit';
    await moveDebt(tx, { mediumId: key.mediumId, paymentId, event, source: 'bank', amount });
    return { ...leased, asksOnly };
  });
}

/** The fare was paid by other means, or comes to another amount, before the bank was asked. */
async function giveUp(tx: Transaction, key: CollectionKey): Promise<void> {
  const [closed] = await closeCollection(tx, { ...key, ...notCharged });
  if (closed !== undefined) await endWithoutMoney(tx, { closed, event: 'not_charged', source: 'feed' });
}

/**
 * Whether the fare is still due as it was confirmed. While the bank is asked, a delivery that says "paid" or names another amount
 * leaves the state as it is, but it counts here.
 */
function isStillDue(debt: DebtStanding | undefined, confirmed: { amount_minor: number; currency: string }): boolean {
  if (debt === undefined || !debt.is_unpaid || !collectingDebtStates.includes(debt.state)) return false;
  return debt.due_minor === confirmed.amount_minor && debt.currency === confirmed.currency;
}

/** The certain outcome; undefined when the bank has to be asked again for the result of the charge. */
async function askBank(context: Collecting, leased: Leased, hear: () => void): Promise<ChargeOutcome | undefined> {
  const { bank, attemptKeyOf = ({ attempt_key: key }) => key } = context;
  const charge: Charge = {
    attemptKey: attemptKeyOf(leased),
    reference: leased.collection_id,
    operatorCode: leased.operator_code,
    statementReference: leased.srid,
    amountMinor: leased.amount_minor,
    currency: leased.currency,
  };
  const first = leased.asksOnly ? await bank.find(charge.reference) : await bank.authorise(charge);
  hear();
  if (first === 'unknown') return await miss(context, leased);
  if (first.state !== 'authorised') return certain(first);
  const held = { ...charge, bankReference: first.bankReference };
  const [debt] = await findStanding(context.pool, { mediumId: leased.medium_id, paymentId: leased.payment_id });
  // When the money was taken before, both calls say so: the first answer may be a repetition.
  return certain(isStillDue(debt, leased) ? await bank.capture(held) : await bank.release(held));
}

function certain(answer: BankAnswer): ChargeOutcome {
  const outcome = chargeOutcomeOf(answer);
  if (outcome === undefined)
    throw new BankUncertain(`the bank says "${answer.state}" of a charge that it was asked to take`);
  return outcome;
}

async function miss({ pool }: Collecting, leased: Leased): Promise<ChargeOutcome | undefined> {
  const [missed] = await collectionTries.noteMissed(pool, { mediumId: leased.medium_id, id: leased.collection_id });
  return missed?.is_certain === true ? { state: 'not_charged' } : undefined;
}

/** Gives the lease back and writes in the debt that the bank's answer is missing. */
async function postpone({ pool }: Using<'pool'>, leased: Leased, { waitSeconds, doubts }: Pause): Promise<void> {
  const { medium_id: mediumId, collection_id: collectionId, payment_id: paymentId, attempts } = leased;
  await transaction(pool, async (tx) => {
    await lockDebt(tx, { mediumId, paymentId });
    const id = { mediumId, id: collectionId };
    const [postponed] = await collectionTries.postpone(tx, { ...id, attempts, doubts, waitSeconds });
    // Another worker holds the lease, or the answer came in another way.
    if (postponed === undefined) return;
    const amount = { amountMinor: leased.amount_minor, currency: leased.currency };
    await moveDebt(tx, { mediumId, paymentId, event: 'doubt', source: 'bank', amount });
    await enqueueMoneyJob(tx, { task: 'collect-debt', mediumId, id: collectionId, waitSeconds });
  });
}
