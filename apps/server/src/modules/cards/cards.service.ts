import type { CardList } from '@tapfolio/contracts/cards.ts';
import { looksLikeCardNumber } from '@tapfolio/domain/luhn.ts';
import type { Passenger } from '../../gate/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { proveStatement } from '../statement-references/statement-references.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { fromAddress, sharedLimit } from '../throttles/throttles.service.ts';
import { readMediumStates, readOverview } from './card-states.queries.ts';
import { cardConstraints } from './cards.constraints.ts';
import { presentCard } from './cards.present.ts';
import * as cards from './cards.queries.ts';

/** What a passenger brings to link a card: a statement reference, its amount and a name. */
export interface LinkRequest {
  readonly srid: string;
  readonly amountMinor: number;
  readonly name: string;
}

type Reading = Using<'reads' | 'clock' | 'config'>;
type Linking = Using<'pool' | 'config' | 'secrets'>;

/** The media behind a passenger's cards. */
export async function linkedMedia(reads: Db, passengerId: string): Promise<string[]> {
  return (await cards.listLinkedCards(reads, [passengerId])).map((card) => card.medium_id);
}

/** All cards of a passenger with their states. */
export async function readCards(context: Reading, passengerId: string): Promise<CardList> {
  const { reads } = context;
  const linked = await cards.listLinkedCards(reads, [passengerId]);
  const [row] = await readMediumStates(reads, [linked.map((card) => card.medium_id)]);
  const states = new Map(row?.states.map((state) => [state.medium_id, state]));
  const keptFrom = oldestKept(context);
  return {
    items: linked.map((card) => presentCard(card, states.get(card.medium_id), keptFrom)),
    dataUpTo: row?.data_up_to ?? null,
  };
}

/** The first instant of the oldest month that retention leaves. */
function oldestKept({ clock, config }: Pick<Reading, 'clock' | 'config'>): string {
  const now = clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - config.retention.travelMonths)).toISOString();
}

const overviewMs = 7 * 24 * 3_600_000;

/**
 * One card with the lists of its last week, as the JSON of the contract's `cardOverview`.
 * @throws AppError `card_not_found` when the passenger has no such card.
 */
export async function readCard(
  context: Reading,
  question: { passengerId: string; cardId: number; mediumId: string; language: string },
): Promise<string> {
  const { reads, clock } = context;
  const since = new Date(clock.now().getTime() - overviewMs).toISOString();
  const [[linked], [overview]] = await Promise.all([
    cards.findLinkedCard(reads, [question.passengerId, question.cardId]),
    readOverview(reads, [question.mediumId, since, question.language]),
  ]);
  assertThat(linked !== undefined && overview !== undefined, 'card_not_found');
  const card = JSON.stringify(presentCard(linked, overview.states[0], oldestKept(context)));
  const { trips, payments, products } = overview;
  const dataUpTo = JSON.stringify(overview.data_up_to);
  return `{"card":${card},"trips":${trips},"payments":${payments},"products":${products},"dataUpTo":${dataUpTo}}`;
}

/**
 * Links the card that a statement reference and its amount prove to know (CARD-02 to CARD-06), and gives its number.
 * @throws AppError `statement_reference_not_found` alike for whatever is wrong with the pair; `xtat_number_not_unique`
 * and `user_card_name_not_unique` as the database decides; `card_already_yours` with its number when the passenger has the
 * card already; `card_name_is_card_number`; `too_many_requests`.
 */
export async function linkCard(context: Linking, owner: Passenger, body: LinkRequest): Promise<number> {
  assertThat(!looksLikeCardNumber(body.name), 'card_name_is_card_number');
  const mediumId = await proveCard(context, owner, body);
  return await insertLink(context, owner, mediumId, body.name).catch(async (error: unknown) => {
    // Judged behind the constraint: of parallel links the one that made the card is done by now.
    if (error instanceof AppError) await refuseOwnCard(context, owner, mediumId);
    throw error;
  });
}

async function proveCard(context: Linking, owner: Passenger, { srid, amountMinor }: LinkRequest): Promise<string> {
  const own = [
    { rule: throttleRules.linkByAccount, object: owner.passengerId },
    ...fromAddress(throttleRules.linkByAddress, owner.ip),
  ];
  const pools = { guessers: throttleRules.linkEverywhere, newcomers: throttleRules.linkByNewcomers };
  const buckets = [...own, await sharedLimit(context, own, pools)];
  const noteMiss = () => recordMiss(context, owner);
  return (await proveStatement(context, { srid, amountMinor, mustBePaid: true, buckets, noteMiss })).medium_id;
}

/** Guessing leaves a trace in the account it was done from; as many traces as guesses are judged, however many are made. */
async function recordMiss({ pool }: Using<'pool'>, { passengerId, traceId }: Passenger): Promise<void> {
  const detail = { code: 'statement_reference_not_found' };
  await recordAudit(pool, { kind: 'card_link_refused', passengerId, traceId, detail });
}

async function insertLink(context: Using<'pool'>, owner: Passenger, mediumId: string, name: string): Promise<number> {
  return await refuseByConstraint(cardConstraints, () =>
    transaction(context.pool, async (tx) => {
      const [number] = await cards.takeCardNumber(tx, [owner.passengerId]);
      if (number === undefined) throw new AppError('unauthenticated');
      await cards.insertCard(tx, [owner.passengerId, number.card_id, mediumId, name]);
      await recordCard(tx, 'card_linked', owner, number.card_id);
      return number.card_id;
    }),
  );
}

/** A card of one's own is not "another account's", however often it is added. */
async function refuseOwnCard({ pool }: Using<'pool'>, { passengerId }: Passenger, mediumId: string): Promise<void> {
  const [own] = await cards.findOwnCardOf(pool, [passengerId, mediumId]);
  if (own !== undefined) throw new AppError('card_already_yours', { cardId: own.card_id });
}

/**
 * Gives a card another name (CARD-10).
 * @throws AppError `user_card_name_not_unique`, `card_name_is_card_number`, `card_not_found`.
 */
export async function renameCard(
  context: Using<'pool'>,
  owner: Passenger,
  cardId: number,
  name: string,
): Promise<void> {
  assertThat(!looksLikeCardNumber(name), 'card_name_is_card_number');
  await refuseByConstraint(cardConstraints, () =>
    transaction(context.pool, async (tx) => {
      const renamed = await cards.updateCardName(tx, [owner.passengerId, cardId, name]);
      assertThat(renamed.length === 1, 'card_not_found');
      await recordCard(tx, 'card_renamed', owner, cardId);
    }),
  );
}

/**
 * Unlinks a card; its trips stay where they are, linked to nobody (CARD-08).
 * @throws AppError `card_last_cannot_be_unlinked` (CARD-09), `card_not_found`.
 */
export async function unlinkCard(context: Using<'pool'>, owner: Passenger, cardId: number): Promise<void> {
  await transaction(context.pool, async (tx) => {
    const linked = await cards.lockCardNumbers(tx, [owner.passengerId]);
    assertThat(
      linked.some((card) => card.card_id === cardId),
      'card_not_found',
    );
    assertThat(linked.length > 1, 'card_last_cannot_be_unlinked');
    await cards.deleteCard(tx, [owner.passengerId, cardId]);
    await recordCard(tx, 'card_unlinked', owner, cardId);
  });
}

async function recordCard(
  tx: Parameters<typeof recordAudit>[0],
  kind: 'card_linked' | 'card_renamed' | 'card_unlinked',
  { passengerId, traceId }: Passenger,
  cardId: number,
): Promise<void> {
  await recordAudit(tx, { kind, passengerId, traceId, detail: { cardId } });
}
