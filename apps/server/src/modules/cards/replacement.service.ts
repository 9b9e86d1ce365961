import { dayMs } from '@tapfolio/domain/durations.ts';
import { parseCardStatus } from '@tapfolio/domain/states.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { addMs } from '../../lib/iso-instant.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { TravelReading } from '../travel/reading.ts';
import { findMediumState, findUse, type MediumRow } from './card-states.queries.ts';
import { type CardState, readCardState } from './card-states.service.ts';
import * as cards from './cards.queries.ts';
import { cardConstraints } from './cards.service.ts';

type Reading = Pick<TravelReading, 'readDb' | 'names' | 'clock'>;

/** The state of a card, with the card that the bank gave out in its place, if there is one to confirm. */
export async function readStateWithOffer(travel: Reading, media: readonly OwnMedium[]): Promise<CardState | undefined> {
  const state = await readCardState(travel, media);
  if (state === undefined) return undefined;
  const offered = await findOffer(travel, state);
  return {
    ...state,
    replacement: offered && { id: offered.medium_id, scheme: offered.scheme, lastFour: offered.last_four },
  };
}

/**
 * The medium that came after, unless it is a card of any passenger already. Nothing is offered while the passenger can see an unpaid
 * fare of the old medium, nor while the old medium is used after the first day of the new one: then both are in use, unless the
 * operator or the bank says that the old one is not.
 */
async function findOffer(
  { readDb, clock }: Reading,
  { medium, debt }: Pick<CardState, 'medium' | 'debt'>,
): Promise<MediumRow | null> {
  if (medium.successor_id === null || debt !== null) return null;
  const [[successor], holders] = await Promise.all([
    findMediumState(readDb, { mediumId: medium.successor_id }),
    cards.findHolder(readDb, { mediumId: medium.successor_id }),
  ]);
  if (successor === undefined || holders.length > 0) return null;
  if (parseCardStatus(medium.status) !== 'active') return successor;
  const [use] = await findUse(readDb, {
    mediumId: medium.medium_id,
    from: addMs(successor.first_seen_at, dayMs),
    to: clock.now().toISOString(),
  });
  return use === undefined ? successor : null;
}

export interface Replacing {
  readonly cardId: number;
  /** The medium of the card and those that the bank has replaced by it, the newest first. */
  readonly media: readonly OwnMedium[];
  /** The medium that the passenger confirms. */
  readonly successorId?: string | undefined;
}

/**
 * Makes a card continue with the medium that the bank gave in its place: number, name and favourites stay, and the old
 * medium's travel stays with it. A repeated call changes nothing.
 * @throws AppError `card_not_replaced` when that medium is not offered; `xtat_number_not_unique` when another account has linked it;
 *   `unauthenticated` when the account was closed.
 */
export async function replaceCard(
  context: Using<'pool'> & { readonly travel: Reading },
  owner: Passenger,
  { cardId, media, successorId: named }: Replacing,
): Promise<void> {
  const mediumId = media[0]?.mediumId;
  const state = await readCardState(context.travel, media);
  const offered = state && (await findOffer(context.travel, state));
  const successorId = named ?? state?.medium.successor_id ?? mediumId;
  assertThat(mediumId !== undefined && successorId !== undefined, 'card_not_replaced');
  const change = { passengerId: owner.passengerId, cardId, mediumId, successorId };
  if (offered?.medium_id !== successorId) await assertReplaced(context.pool, change);
  else
    await refuseByConstraint(cardConstraints, () => transaction(context.pool, (tx) => replaceOnce(tx, owner, change)));
}

interface MediumChange {
  readonly passengerId: string;
  readonly cardId: number;
  readonly mediumId: string;
  readonly successorId: string;
}

/** The second of two clicks finds the card as the first one left it. @throws `card_not_replaced` unless it does. */
async function assertReplaced(db: Db, { passengerId, cardId, successorId }: MediumChange): Promise<void> {
  const done = await cards.findReplaced(db, { passengerId, cardId, mediumId: successorId });
  assertThat(done.length > 0, 'card_not_replaced');
}

async function replaceOnce(tx: Transaction, { traceId }: Passenger, change: MediumChange): Promise<void> {
  const { passengerId, cardId, mediumId, successorId } = change;
  // Locks the passenger, so that two clicks take turns.
  const [taken] = await cards.takeCardId(tx, { passengerId });
  assertThat(taken !== undefined, 'unauthenticated');
  const [replaced] = await cards.replaceMedium(tx, change);
  if (replaced === undefined) return await assertReplaced(tx, change);
  const former = { passengerId, cardId: taken.card_id, mediumId, name: replaced.name, successorCardId: cardId };
  await cards.insertFormerMedium(tx, former);
  await cards.hastenClaim(tx, { passengerId, mediumId });
  await cards.passOnBound(tx, { mediumId, successorId });
  await recordAudit(tx, { kind: 'card_replaced', passengerId, traceId, detail: { cardId } });
}
