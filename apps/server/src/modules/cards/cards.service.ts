import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { type ConstraintCodes, refuseByConstraint } from '../../lib/constraints.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { proveStatement } from '../statement-references/statement-references.service.ts';
import { fromAddress, sharedRules, throttleRules } from '../throttles/throttle-rules.ts';
import { withSharedLimit } from '../throttles/throttles.service.ts';
import * as cards from './cards.queries.ts';

/** What a card that is linked or renamed may be refused for. */
export const cardConstraints: ConstraintCodes = {
  cards__medium_id: 'xtat_number_not_unique',
  cards__passenger_id_name_key: 'user_card_name_not_unique',
};

/** What a passenger brings to link a card: a statement reference, its amount and a name. */
export interface LinkRequest {
  readonly srid: string;
  readonly amountMinor: number;
  readonly name: string;
}

type Linking = Using<'pool' | 'config' | 'keys'>;

/**
 * Links the card that a statement reference and its amount prove (CARD-02 to CARD-06), and returns its card id.
 * @throws AppError `NWA0003` for any fault of the pair; `xtat_number_not_unique`
 * and `user_card_name_not_unique` as the database decides; `card_already_yours` with its id when the passenger has the
 * card already; `card_name_is_card_number`; `too_many_requests`.
 */
export async function linkCard(context: Linking, owner: Passenger, body: LinkRequest): Promise<number> {
  assertThat(!looksLikePan(body.name), 'card_name_is_card_number');
  const { medium_id: mediumId } = await proveLine(context, owner, body);
  return await linkMedium(context, owner, { mediumId, name: body.name });
}

/**
 * The payment of a statement line that a passenger brings for a card. Wrong lines fill the limits of account, address and reference.
 * @throws as `proveStatement`, and AppError `too_many_requests`.
 */
export async function proveLine(
  context: Linking,
  owner: Passenger,
  { srid, amountMinor }: Pick<LinkRequest, 'srid' | 'amountMinor'>,
): ReturnType<typeof proveStatement> {
  const own = [
    { rule: throttleRules.linkByAccount, object: owner.passengerId },
    ...fromAddress(throttleRules.linkByAddress, owner.ip),
  ];
  const buckets = await withSharedLimit(context, own, sharedRules.link);
  const noteMiss = () => recordMiss(context, owner);
  return await proveStatement(context, { srid, amountMinor, mustBePaid: true, buckets, noteMiss });
}

/** Records a wrong statement line in the account that tried it. A guess that a limit refuses leaves no record, so there are never many. */
async function recordMiss({ pool }: Using<'pool'>, { passengerId, traceId }: Passenger): Promise<void> {
  const detail = { code: 'NWA0003' };
  await recordAudit(pool, { kind: 'card_link_refused', passengerId, traceId, detail });
}

/**
 * Links a medium that was proven to be the passenger's, and gives the id of the card.
 * @throws AppError `xtat_number_not_unique`, `user_card_name_not_unique`; `card_already_yours` with its id when the passenger has the
 *   card already; `unauthenticated` when the account was closed.
 */
export async function linkMedium(
  context: Using<'pool'>,
  owner: Passenger,
  { mediumId, name }: { readonly mediumId: string; readonly name: string },
): Promise<number> {
  return await refuseByConstraint(cardConstraints, () =>
    transaction(context.pool, async (tx) => {
      const [taken] = await cards.takeCardId(tx, { passengerId: owner.passengerId });
      assertThat(taken !== undefined, 'unauthenticated');
      await cards.insertCard(tx, { passengerId: owner.passengerId, cardId: taken.card_id, mediumId, name });
      await recordCard(tx, owner, { kind: 'card_linked', cardId: taken.card_id });
      return taken.card_id;
    }),
  ).catch(async (error: unknown) => {
    // Asked after the constraint has refused: of several parallel links, the one that made the card has ended then.
    if (error instanceof AppError) await refuseOwnCard(context, owner, mediumId);
    throw error;
  });
}

/** A passenger who adds their own card again learns that, and not that another account has it. */
async function refuseOwnCard({ pool }: Using<'pool'>, { passengerId }: Passenger, mediumId: string): Promise<void> {
  const [own] = await cards.findOwnCardOf(pool, { passengerId, mediumId });
  if (own !== undefined) throw new AppError('card_already_yours', { cardId: own.card_id });
}

/**
 * Gives a card another name (CARD-10). With the name that it has, nothing changes.
 * @throws AppError `user_card_name_not_unique`, `card_name_is_card_number`, `TM0108`.
 */
export async function renameCard(
  context: Using<'pool'>,
  owner: Passenger,
  { cardId, name }: { readonly cardId: number; readonly name: string },
): Promise<void> {
  assertThat(!looksLikePan(name), 'card_name_is_card_number');
  await refuseByConstraint(cardConstraints, () =>
    transaction(context.pool, async (tx) => {
      const [card] = await cards.updateCardName(tx, { passengerId: owner.passengerId, cardId, name });
      assertThat(card !== undefined, systemCodes.card.unknown);
      if (card.is_renamed) await recordCard(tx, owner, { kind: 'card_renamed', cardId });
    }),
  );
}

/**
 * Unlinks a card; its trips stay, without a passenger (CARD-08).
 * @throws AppError `card_last_cannot_be_unlinked` (CARD-09), `TM0108`; `unauthenticated` when the account was closed or the session
 *   ended before.
 */
export async function unlinkCard(context: Using<'pool'>, owner: Passenger, cardId: number): Promise<void> {
  await transaction(context.pool, async (tx) => {
    await lockOwnAccount(tx, owner);
    const linked = await cards.lockCardIds(tx, { passengerId: owner.passengerId });
    assertThat(
      linked.some((card) => card.card_id === cardId),
      systemCodes.card.unknown,
    );
    assertThat(linked.length > 1, 'card_last_cannot_be_unlinked');
    await cards.leaveClaimed(tx, { passengerId: owner.passengerId, cardId });
    await cards.deleteCard(tx, { passengerId: owner.passengerId, cardId });
    await recordCard(tx, owner, { kind: 'card_unlinked', cardId });
  });
}

async function recordCard(
  tx: Transaction,
  { passengerId, traceId }: Passenger,
  { kind, cardId }: { readonly kind: 'card_linked' | 'card_renamed' | 'card_unlinked'; readonly cardId: number },
): Promise<void> {
  await recordAudit(tx, { kind, passengerId, traceId, detail: { cardId } });
}
