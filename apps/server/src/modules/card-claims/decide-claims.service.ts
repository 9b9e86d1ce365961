import { type ClaimEvent, claimEdges, claimPauseDays, withdrawnPauseDays } from '@tapfolio/domain/claim-states.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { lockAccounts } from '../../gate/account.queries.ts';
import { AppError } from '../../lib/app-error.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { cardConstraints } from '../cards/cards.service.ts';
import { enqueueClaimMail } from './card-claims.queries.ts';
import * as claims from './decide-claims.queries.ts';

/**
 * Ends the claims whose owners have not objected in time, or have given the card up. Each is one transaction: killed in the middle
 * nothing of it is done, and run twice or at the same time it is done once.
 * @throws AggregateError with what failed, after every claim had its turn.
 */
export async function decideClaims({ pool }: Using<'pool'>): Promise<void> {
  const failures: unknown[] = [];
  for (const claim of await claims.listDue(pool)) {
    try {
      await decideClaim(pool, claim);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} claims could not be decided`);
}

/** Rolls the transaction back: the card or the claim changed while it ran. The next run looks at both again. */
class ChangedMeanwhile extends Error {}

async function decideClaim(pool: Using<'pool'>['pool'], claim: claims.DueClaim): Promise<void> {
  try {
    await refuseByConstraint(cardConstraints, () => transaction(pool, async (tx) => await endInTurn(tx, claim)));
  } catch (error) {
    // The next run decides it: at this moment the freed card was linked, or another card got the chosen name.
    const isLater = error instanceof ChangedMeanwhile || error instanceof AppError;
    if (!isLater) throw error;
  }
}

async function endInTurn(tx: Transaction, claim: claims.DueClaim): Promise<void> {
  const { claim_id: claimId, passenger_id: passengerId, medium_id: mediumId, owner_id: ownerId } = claim;
  const passengerIds = ownerId === null ? [passengerId] : [passengerId, ownerId];
  const people = await lockAccounts(tx, passengerIds);
  const [holder] = await claims.findHolder(tx, { mediumId });
  if (holder?.passenger_id === passengerId) {
    // The claimant has linked the card that its owner gave up, and knows that it is theirs.
    await endClaim(tx, claim, 'grant');
    return;
  }
  const isOpen = people.some((person) => person.passenger_id === passengerId && person.status === 'active');
  // A claimant whose account is not open gets no card, so the owner keeps it.
  const isFree = isOpen && (await freeCard(tx, claim, holder));
  const [given] = isFree ? await claims.giveToClaimant(tx, { passengerId, mediumId, name: claim.name }) : [];
  await endClaim(tx, claim, given === undefined ? 'lapse' : 'grant');
  if (given === undefined) {
    await enqueueClaimMail(tx, { kind: 'card-claim-void', claimId });
    if (ownerId !== null && holder?.passenger_id === ownerId) {
      await enqueueClaimMail(tx, { kind: 'card-claim-lapsed', claimId });
    }
    return;
  }
  await enqueueClaimMail(tx, { kind: 'card-claim-granted', claimId });
  const detail = { cardId: given.card_id };
  await recordAudit(tx, { kind: 'card_claim_granted', passengerId, traceId: claimId, detail });
  if (ownerId === null) return;
  await enqueueClaimMail(tx, { kind: 'card-claim-moved', claimId });
  await recordAudit(tx, { kind: 'card_moved_away', passengerId: ownerId, traceId: claimId });
}

async function endClaim(tx: Transaction, claim: claims.DueClaim, event: ClaimEvent): Promise<void> {
  const { claim_id: claimId, owner_id: ownerId } = claim;
  const ended = await claims.endDue(tx, { claimId, ownerId, ...claimEdges(event) });
  if (ended.length === 0) throw new ChangedMeanwhile();
}

/**
 * Takes the card from the owner who got the mail about the claim, and hides its history from the next holder. False when the owner does not
 * have it any more: the bank has replaced it, or another passenger, who got no mail, has linked it.
 */
async function freeCard(
  tx: Transaction,
  { claim_id: claimId, medium_id: mediumId, owner_id: ownerId }: claims.DueClaim,
  holder: claims.Holder | undefined,
): Promise<boolean> {
  if (holder === undefined) {
    await claims.bindHistories(tx, { mediumIds: [mediumId] });
    return true;
  }
  if (ownerId === null || holder.passenger_id !== ownerId || holder.is_former) return false;
  const taken = await claims.takeFromOwner(tx, { claimId, ownerId, cardId: holder.card_id, mediumId });
  if (taken.length === 0) throw new ChangedMeanwhile();
  await claims.bindHistories(tx, { mediumIds: taken.map((card) => card.medium_id) });
  return true;
}

/** An ended claim is needed as long as it can keep its claimant from claiming again. It is shown for a shorter time. */
const keptDays = Math.max(claimPauseDays, withdrawnPauseDays);

/** Forgets claims that ended long ago. */
export async function deleteOldClaims(db: Db): Promise<void> {
  await claims.deleteOld(db, { days: keptDays });
}
