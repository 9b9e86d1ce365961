import type { CardClaimList } from '@tapfolio/contracts/card-claims.ts';
import { type ClaimEvent, claimEdges, proveClaim } from '@tapfolio/domain/claim-states.ts';
import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { AppError, refuseAs } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type ConstraintCodes, refuseByConstraint } from '../../lib/constraints.ts';
import { newUuid } from '../../lib/ids.ts';
import { earlierOf, isoInstant } from '../../lib/iso-instant.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { ClaimMail } from '../../queue/catalogue.ts';
import { enqueueMail } from '../../queue/jobs.queries.ts';
import { linkMedium, proveLine } from '../cards/cards.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { presentClaim, presentClaimedCard } from './card-claims.present.ts';
import * as claims from './card-claims.queries.ts';

const cardClaimConstraints: ConstraintCodes = {
  card_claims__open: 'card_claim_pending',
};

/** A statement reference and its amount. */
interface Line {
  readonly srid: string;
  readonly amountMinor: number;
}

/** What a passenger brings to claim a card. */
export interface ClaimRequest {
  readonly first: Line;
  readonly second: Line;
  readonly name: string;
}

type Claiming = Using<'pool' | 'config' | 'keys' | 'clock'>;

/** What a passenger claims, and which of their own cards are claimed. */
export async function readClaims(readDb: Db, passengerId: string): Promise<CardClaimList> {
  const [own, claimed] = await Promise.all([
    claims.listClaims(readDb, { passengerId }),
    claims.listAgainst(readDb, { ownerId: passengerId }),
  ]);
  return { own: own.map(presentClaim), claimed: claimed.map(presentClaimedCard) };
}

/**
 * Claims the card of two recent statement lines of different days, and sends its owner a mail. A card without an account is linked at
 * once, and its card id is returned. A second call finds the claim of the first one.
 * @throws AppError `card_claim_not_proven` for any fault of the lines; `card_claim_pending` when another passenger claims the
 *   card already; `card_claim_refused` when its owner objected recently, `card_claim_withdrawn` when the claimant gave up;
 *   `card_already_yours` with its id; `user_card_name_not_unique`, `card_name_is_card_number`, `too_many_requests`.
 */
export async function claimCard(context: Claiming, claimant: Passenger, request: ClaimRequest): Promise<number | null> {
  assertThat(!looksLikePan(request.name), 'card_name_is_card_number');
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.claimByAccount, object: claimant.passengerId }],
    failures: ['card_claim_not_proven', 'card_claim_pending', 'card_claim_refused', 'card_claim_withdrawn'],
    work: async () => {
      const proven = await proveBoth(context, claimant, request);
      return await insertClaim(context, claimant, { ...proven, name: request.name });
    },
  });
}

interface Proven {
  readonly mediumId: string;
  readonly oldestLineAt: string;
}

/** Each line counts as a guess in the limits of linking, and the answer does not say which of them is wrong. */
async function proveBoth(context: Claiming, claimant: Passenger, { first, second }: ClaimRequest): Promise<Proven> {
  const one = await proveFresh(context, claimant, first);
  const other = await proveFresh(context, claimant, second);
  assertThat(proveClaim(one, other), 'card_claim_not_proven');
  return {
    mediumId: one.mediumId,
    oldestLineAt: earlierOf(one.openedAt, other.openedAt),
  };
}

async function proveFresh(context: Claiming, claimant: Passenger, line: Line) {
  const prove = () => proveLine(context, claimant, line);
  const reference = await refuseAs(['NWA0003', 'card_claim_not_proven'], prove);
  const { medium_id: mediumId, opened_at: openedAt, payment_id: paymentId } = reference;
  const [found] = await claims.findLineDay(context.pool, { mediumId, openedAt, paymentId });
  assertThat(found !== undefined, 'card_claim_not_proven');
  return { mediumId, openedAt: isoInstant(openedAt), serviceDay: found.service_day, isFresh: found.is_fresh };
}

async function insertClaim(
  context: Claiming,
  claimant: Passenger,
  { mediumId, oldestLineAt, name }: Proven & { readonly name: string },
): Promise<number | null> {
  const { passengerId } = claimant;
  const claim = { claimId: newUuid(context.clock.now().getTime()), passengerId, mediumId, name, oldestLineAt };
  const isClaimed = await refuseByConstraint(cardClaimConstraints, () =>
    transaction(context.pool, async (tx) => await claimInTurn(tx, claimant, claim)),
  ).catch(async (error: unknown) => {
    const [own] = await claims.findOwnOpen(context.pool, { passengerId, mediumId });
    if (error instanceof AppError && error.code === 'card_claim_pending' && own !== undefined) return true;
    throw error;
  });
  return isClaimed ? null : await linkFreed(context, claimant, { mediumId, name });
}

/** If another passenger links the card at the same moment, both lines are older than that link, and so they prove no claim. */
async function linkFreed(
  context: Claiming,
  claimant: Passenger,
  card: Parameters<typeof linkMedium>[2],
): Promise<number> {
  const link = () => linkMedium(context, claimant, card);
  return await refuseAs(['xtat_number_not_unique', 'card_claim_not_proven'], link);
}

/** Runs under the lock of the claimant's account, so that their claims take turns. False when the card has no account. */
async function claimInTurn(
  tx: Transaction,
  claimant: Passenger,
  claim: Parameters<typeof claims.insertClaim>[1],
): Promise<boolean> {
  const { passengerId, mediumId, name } = claim;
  await lockOwnAccount(tx, claimant);
  const [holder] = await claims.lockHolder(tx, { passengerId, mediumId });
  if (holder === undefined) return false;
  if (holder.own_card_id !== null) throw new AppError('card_already_yours', { cardId: holder.own_card_id });
  const [paused] = await claims.findPause(tx, { passengerId, mediumId });
  const [named] = await claims.findOwnName(tx, { passengerId, name });
  assertThat(paused?.state !== 'objected', 'card_claim_refused');
  assertThat(paused === undefined, 'card_claim_withdrawn');
  assertThat(named === undefined, 'user_card_name_not_unique');
  const [made] = await claims.insertClaim(tx, claim);
  assertThat(made !== undefined, 'card_claim_not_proven');
  await claims.enqueueClaimMail(tx, { kind: 'card-claim-asked', claimId: claim.claimId });
  const { traceId } = claimant;
  await recordAudit(tx, { kind: 'card_claimed', passengerId, traceId });
  const notice = { passengerId: made.owner_id, detail: { cardId: made.card_id } };
  await recordAudit(tx, { kind: 'own_card_claimed', traceId, ...notice });
  return true;
}

/**
 * Gives up a claim. A second call changes nothing and is answered alike.
 * @throws AppError `card_claim_ended` when it ended otherwise, and alike for a claim of another passenger.
 */
export async function withdrawClaim(context: Using<'pool'>, claimant: Passenger, claimId: string): Promise<void> {
  const { passengerId } = claimant;
  await endClaim(context, claimant, {
    claimId,
    event: 'withdraw',
    end: async (tx, edges) => await claims.endAsClaimant(tx, { claimId, personId: passengerId, ...edges }),
    mail: 'card-claim-withdrawn',
    kind: 'card_claim_withdrawn',
  });
}

/**
 * Objects to a claim: the owner keeps the card. A second call changes nothing and is answered alike.
 * @throws AppError `card_claim_ended` when it ended otherwise, and alike for a claim of another passenger's card.
 */
export async function objectToClaim(context: Using<'pool'>, owner: Passenger, claimId: string): Promise<void> {
  const { passengerId: ownerId } = owner;
  await endClaim(context, owner, {
    claimId,
    event: 'object',
    end: async (tx, edges) => await claims.endAsOwner(tx, { claimId, personId: ownerId, ...edges }),
    mail: 'card-claim-objected',
    kind: 'card_claim_objected',
  });
}

interface Ending {
  readonly claimId: string;
  readonly event: ClaimEvent;
  end(tx: Transaction, edges: ReturnType<typeof claimEdges>): Promise<readonly object[]>;
  readonly mail: ClaimMail;
  readonly kind: 'card_claim_withdrawn' | 'card_claim_objected';
}

async function endClaim({ pool }: Using<'pool'>, person: Passenger, ending: Ending): Promise<void> {
  const { claimId } = ending;
  const { passengerId, traceId } = person;
  const edges = claimEdges(ending.event);
  await transaction(pool, async (tx) => {
    const ended = await ending.end(tx, edges);
    if (ended.length === 0) {
      const done = await claims.findInState(tx, { claimId, personId: passengerId, state: edges.next });
      assertThat(done.length > 0, 'card_claim_ended');
      return;
    }
    await claims.enqueueClaimMail(tx, { kind: ending.mail, claimId });
    await recordAudit(tx, { kind: ending.kind, passengerId, traceId });
  });
}

/**
 * Holds the claims by a passenger who closes the account, and those of the passenger's cards. Of two who have claimed each other's cards and close
 * their accounts at the same moment, each would otherwise hold what the other waits for. The mails about a claim that has just ended are asked for then.
 */
export async function holdClaims(tx: Transaction, passengerId: string): Promise<void> {
  const claimIds = (await claims.listOfPerson(tx, { passengerId })).map(({ claim_id: id }) => id);
  if (claimIds.length > 0) await claims.lockClaims(tx, { claimIds });
}

/** Deletes the open claims of a passenger who closes the account, and tells the owners by mail that they keep their cards. */
export async function dropClaims(tx: Transaction, passengerId: string): Promise<void> {
  for (const { claim_id: id, owner_id: ownerId, medium_id: mediumId } of await claims.dropOpen(tx, { passengerId })) {
    if (ownerId !== null) await enqueueMail(tx, { mail: 'card-claim-dropped', id, passengerId: ownerId, mediumId });
  }
}
