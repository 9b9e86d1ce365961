import type { RefundDto, refundWish } from '@tapfolio/contracts/refunds.ts';
import { judgeRefund, type RefundFacts, type RefundPlan, type RefundWish } from '@tapfolio/domain/refund-rules.ts';
import { parseStatementLine } from '@tapfolio/domain/statement-reference.ts';
import type * as z from 'zod/mini';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { CallingSystem } from '../../gate/api-key-gate.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { KeyedCall, Remembered } from '../../plugins/idempotency-keys.ts';
import { attemptKeyFor } from '../bank-tries/attempt-key.ts';
import { enqueueMoneyJob } from '../bank-tries/money-jobs.service.ts';
import { readPaymentKey } from '../travel/payment-facts.service.ts';
import { type RefundPlace, readFacts } from './refund-facts.service.ts';
import { isUnexplained, presentRefund } from './refunds.present.ts';
import { findRefundById, insertRefund, insertRefundTrips, listRefundTrips } from './refunds.queries.ts';
import { mayBeChargedBack } from './waiting-chargebacks.service.ts';

type Wish = z.output<typeof refundWish>;

/**
 * Stores a refund and enqueues the job that asks the bank. The rules are judged twice: first for a quick and exact refusal, and
 * again when the refund holds the only place of its payment, so that nothing is refunded twice. The id follows from the key of the call: a
 * database that has lost the refund, such as a standby that was behind at a failover, names it alike when the operator's system repeats
 * the call, and the bank repeats its answer. Where the bank's report has brought the refund back, or the key was forgotten, it is answered.
 * @throws AppError with the code of the rule that is broken; `PS0002` for a payment that the key may not know; `PS0008` and `PS0007` if
 *   another request for the same trips is faster; `0107` for another operator than that of the key.
 */
export async function requestRefund(
  { pool, config }: Using<'pool' | 'config'>,
  operator: CallingSystem,
  { wish, keyed }: { wish: Wish; keyed: KeyedCall },
): Promise<Remembered<RefundDto>> {
  assertThat(operator.operatorCode === null || operator.operatorCode === wish.operatorCode, '0107');
  const refundId = keyed.actId;
  const [made] = await findRefundById(pool, { refundId });
  if (made !== undefined)
    return await transaction(pool, async (tx) => await keyed.remember(tx, await readRefund(tx, operator, refundId)));
  const { srid } = parseStatementLine(wish.srid, config.statementReference);
  const known = srid === undefined ? undefined : await readPaymentKey(pool, srid);
  assertThat(known !== undefined && srid !== undefined, 'PS0002');
  const place = { ...known, srid };
  const facts = await readFacts(pool, place, wish);
  // The key of one operator must not learn that a payment of another operator exists.
  assertThat(operator.operatorCode === null || operator.operatorCode === facts.payment.operatorCode, 'PS0002');
  const plan = judge(wish, facts);
  return await transaction(pool, async (tx) => {
    const { refundedMinor } = facts;
    await takePlace(tx, { place, wish, plan, refundId, refundedMinor, keyId: operator.keyId });
    const again = judge(wish, { ...(await readFacts(tx, place, wish)), isBeingRefunded: false });
    assertThat(isSame(plan, again), 'PS0008');
    await takeTrips(tx, { place, plan, refundId });
    await enqueueMoneyJob(tx, { task: 'refund-payment', mediumId: place.medium_id, id: refundId, waitSeconds: 0 });
    const detail = { refundId, keyId: operator.keyId, operator: wish.operatorCode, amountMinor: plan.amountMinor };
    await recordAudit(tx, { kind: 'refund_requested', passengerId: null, traceId: operator.traceId, detail });
    return await keyed.remember(tx, await readRefund(tx, operator, refundId));
  });
}

/** @throws `PS0023` when there is no such refund, or it is another operator's. */
export async function readRefund(db: Db, { operatorCode }: CallingSystem, refundId: string): Promise<RefundDto> {
  const [row] = await findRefundById(db, { refundId });
  assertThat(row !== undefined && (operatorCode === null || operatorCode === row.operator_code), 'PS0023');
  const { medium_id: mediumId, srid, currency, opened_at: openedAt } = row;
  return presentRefund(row, {
    trips: await listRefundTrips(db, { mediumId, refundId }),
    mayBeChargedBack: isUnexplained(row) && (await mayBeChargedBack(db, { mediumId, srid, currency, openedAt })),
  });
}

function judge(wish: RefundWish, facts: RefundFacts): RefundPlan {
  const judgement = judgeRefund(wish, facts);
  if ('refusal' in judgement) throw new AppError(judgement.refusal);
  return judgement.plan;
}

interface NewRefund {
  readonly place: RefundPlace;
  readonly wish: Wish;
  readonly plan: RefundPlan;
  readonly refundId: string;
  /** What was refunded of the payment before. */
  readonly refundedMinor: number;
  readonly keyId: string;
}

/** One refund of a payment is under way at a time. @throws `PS0008` for the second. */
async function takePlace(tx: Transaction, { place, wish, plan, ...refund }: NewRefund): Promise<void> {
  const { refundId, refundedMinor, keyId } = refund;
  const [stored] = await insertRefund(tx, {
    mediumId: place.medium_id,
    refundId,
    paymentId: place.payment_id,
    openedAt: place.opened_at,
    operatorCode: wish.operatorCode,
    srid: place.srid,
    reason: plan.reason,
    amountMinor: plan.amountMinor,
    currency: wish.currency,
    attemptKey: attemptKeyFor(refundId),
    askedBy: keyId,
    refundedBeforeMinor: refundedMinor,
  });
  assertThat(stored !== undefined, 'PS0008');
}

/** @throws `PS0007` when a trip was refunded before: its index allows one refund. */
async function takeTrips(
  tx: Transaction,
  { place, plan, refundId }: Pick<NewRefund, 'place' | 'plan' | 'refundId'>,
): Promise<void> {
  const { trips } = plan;
  if (trips.length === 0) return;
  const stored = await insertRefundTrips(tx, {
    mediumId: place.medium_id,
    refundId,
    tripIds: trips.map(({ tripId }) => tripId),
    amounts: trips.map(({ amountMinor }) => amountMinor),
  });
  assertThat(stored.length === trips.length, 'PS0007');
}

function isSame(one: RefundPlan, other: RefundPlan): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
