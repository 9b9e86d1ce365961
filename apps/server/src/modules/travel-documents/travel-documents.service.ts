import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { PermissionEntry } from '@tapfolio/contracts/permissions.ts';
import type { DocumentQuery } from '@tapfolio/contracts/travel-documents.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import type { Passenger } from '../../gate/caller.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { Using } from '../../plugins/context.ts';
import { type LinkedCard, linkedCards } from '../cards/card-views.service.ts';
import { readLook } from '../payments/payments.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { mergePages, onceEach, pageOf } from '../travel/several-media.ts';

/** What making a document of a period needs; `travel` reads the records. */
export interface DocumentContext extends Using<'config' | 'documents'> {
  readonly travel: TravelReading;
}

export type DocumentQuestion = DocumentQuery & { readonly locale: Locale };

/** A card of a document. */
export interface DocumentCard {
  readonly cardId: number;
  readonly name: string;
  readonly scheme: string | null;
  readonly lastFour: string | null;
}

/** A record of a history, with the card and the medium that it was made with. */
export interface OfCard<Item> {
  readonly id: string;
  readonly cardId: number;
  readonly cardName: string;
  readonly medium: OwnMedium;
  readonly record: Item;
}

const workPermission = 'card-trips-history-table.work' satisfies PermissionEntry;

interface Reading<Item> {
  /** One page of a medium, with as many rows as the document may have. */
  read(medium: OwnMedium): Promise<{ readonly items: Item[]; readonly nextCursor: string | null }>;
  /** The instant that the history is sorted by. */
  at(item: Item): string;
}

/**
 * A document of the trips for work needs the permission to mark them: an operator that withholds the trips must not give them away in a
 * statement. @throws AppError `0107`.
 */
export function assertMayChoose({ permissions }: Passenger, { only }: Pick<DocumentQuery, 'only'>): void {
  assertThat(only === undefined || isPermitted(permissions, { group: 'any' }, workPermission), '0107');
}

/**
 * The passenger's cards with these ids, in the order of the list of cards.
 * @throws AppError `TM0108` for a card that is not the passenger's.
 */
export async function chooseCards(
  { readDb }: TravelReading,
  { passengerId }: Passenger,
  cardIds: readonly number[],
): Promise<LinkedCard[]> {
  const linked = await linkedCards(readDb, passengerId);
  const chosen = linked.filter(({ cardId }) => cardIds.includes(cardId));
  assertThat(chosen.length === cardIds.length, systemCodes.card.unknown);
  return chosen;
}

/**
 * The records of the histories of these cards, the oldest first; null if there are more than `most`. Cards are read one after the other:
 * a document may wait, lists may not.
 */
export async function readRecords<Item extends { readonly id: string }>(
  cards: readonly LinkedCard[],
  most: number,
  { read, at }: Reading<Item>,
): Promise<OfCard<Item>[] | null> {
  const atOf = ({ record }: OfCard<Item>): string => at(record);
  const pages = [];
  for (const { cardId, name: cardName, media } of cards) {
    const readMedium = async (medium: OwnMedium) => {
      const { items, nextCursor } = await read(medium);
      return { items: items.map((record) => ({ id: record.id, cardId, cardName, medium, record })), nextCursor };
    };
    const page = await pageOf(media, { limit: most }, { read: readMedium, at: atOf });
    if (page.nextCursor !== null) return null;
    pages.push(page);
  }
  const { items, nextCursor } = mergePages(pages, most, atOf);
  return nextCursor === null ? onceEach(items, ({ id }) => id).toReversed() : null;
}

/** The cards as a document names them: by their newest medium. */
export async function readLooks({ readDb }: TravelReading, cards: readonly LinkedCard[]): Promise<DocumentCard[]> {
  return await Promise.all(
    cards.map(async ({ cardId, name, media: [newest] }) => ({
      cardId,
      name,
      ...(newest === undefined ? { scheme: null, lastFour: null } : await readLook(readDb, newest)),
    })),
  );
}
