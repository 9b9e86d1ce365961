import type { CardList, CardOverview } from '@tapfolio/contracts/cards.ts';
import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { type PermissionEntry, paymentScreens, productScreens, tripScreens } from '@tapfolio/contracts/permissions.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { isPermitted, type PermissionMap } from '@tapfolio/domain/permissions.ts';
import { type OwnMedium, ownMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { Db } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { readNewestPayments } from '../payments/payments.service.ts';
import { readNewestProducts } from '../products/products.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { newestOf } from '../travel/several-media.ts';
import { readNewestTrips } from '../trips/trips.service.ts';
import { readFreshness } from './card-states.service.ts';
import { type NamedCard, presentCard } from './cards.present.ts';
import * as cards from './cards.queries.ts';
import { readStateWithOffer } from './replacement.service.ts';

/** What the calls that read cards need. */
export interface CardReading extends Using<'config'> {
  readonly travel: TravelReading;
}

export interface LinkedCard extends NamedCard {
  readonly media: CardQuestion['media'];
}

/** A passenger's cards by id, with the media behind them. */
export async function linkedCards(readDb: Db, passengerId: string): Promise<LinkedCard[]> {
  const rows = await cards.listLinkedMedia(readDb, { passengerId });
  return rows
    .filter((row) => !row.is_former)
    .map(({ card_id: cardId, name, linked_at: linkedAt }) => ({
      cardId,
      name,
      linkedAt,
      media: rows.filter((row) => row.card_id === cardId).map(ownMedium),
    }));
}

/** The media behind a passenger's cards. */
export async function linkedMedia(readDb: Db, passengerId: string): Promise<OwnMedium[]> {
  const media = await cards.listMedia(readDb, { passengerId });
  return media.map(ownMedium);
}

/** All cards of a passenger with their states. */
export async function readCards({ travel, config }: CardReading, passengerId: string): Promise<CardList> {
  const [linked, dataUpTo] = await Promise.all([linkedCards(travel.readDb, passengerId), readFreshness(travel.readDb)]);
  const keptFrom = oldestKept(travel, config);
  const present = async (card: LinkedCard) => presentCard(card, await readStateWithOffer(travel, card.media), keptFrom);
  return { items: await Promise.all(linked.map(present)), dataUpTo };
}

/** The first instant of the oldest month that retention leaves. */
function oldestKept({ clock }: Pick<TravelReading, 'clock'>, { retention }: CardReading['config']): string {
  const now = clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retention.travelMonths)).toISOString();
}

const overviewMs = 7 * dayMs;
const overviewRows = 5;

export interface CardQuestion {
  readonly passengerId: string;
  readonly cardId: number;
  /** The medium of the card and those that the bank has replaced by it, the newest first. */
  readonly media: readonly OwnMedium[];
  /** Two letters, for names of the timetable. */
  readonly language: string;
  readonly permissions: PermissionMap;
}

/** The media whose rows are shown: none if the operator offers no screen with such rows. The page hides the list then. */
function mediaFor({ media, permissions }: CardQuestion, screens: readonly PermissionEntry[]): readonly OwnMedium[] {
  return screens.some((screen) => isPermitted(permissions, { group: 'any' }, screen)) ? media : [];
}

/**
 * One card with the lists of its last week (CARD-11).
 * @throws AppError `TM0108` when the passenger has no such card.
 */
export async function readCard({ travel, config }: CardReading, question: CardQuestion): Promise<CardOverview> {
  const { passengerId, cardId, media, language } = question;
  const since = new Date(travel.clock.now().getTime() - overviewMs).toISOString();
  const newest = { since, limit: overviewRows };
  const [[linked], state, trips, payments, products, dataUpTo] = await Promise.all([
    cards.findLinkedCard(travel.readDb, { passengerId, cardId }),
    readStateWithOffer(travel, media),
    newestOf(mediaFor(question, tripScreens), overviewRows, {
      read: (one) => readNewestTrips(travel, { ...newest, medium: one, language }),
      at: (trip) => trip.startedAt,
    }),
    newestOf(mediaFor(question, paymentScreens), overviewRows, {
      read: (one) => readNewestPayments(travel, { ...newest, medium: one }),
      at: (payment) => payment.openedAt,
    }),
    newestOf(mediaFor(question, productScreens), overviewRows, {
      read: (one) => readNewestProducts(travel, { ...newest, medium: one }),
      at: (product) => product.validFrom,
    }),
    readFreshness(travel.readDb),
  ]);
  assertThat(linked !== undefined, systemCodes.card.unknown);
  const card = { cardId, name: linked.name, linkedAt: linked.linked_at };
  return { card: presentCard(card, state, oldestKept(travel, config)), trips, payments, products, dataUpTo };
}
