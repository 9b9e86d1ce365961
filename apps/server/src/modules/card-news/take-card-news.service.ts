import type { PermissionEntry } from '@tapfolio/contracts/permissions.ts';
import type { CardNewsKind } from '@tapfolio/domain/card-news.ts';
import { isRefusedCard } from '@tapfolio/domain/card-status.ts';
import { payableDebtStates } from '@tapfolio/domain/debt-states.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { parseCardStatus } from '@tapfolio/domain/states.ts';
import { permissionsOf, withheldOf } from '../../gate/permissions.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { findRecipient } from '../mails/mails.service.ts';
import * as cardNews from './card-news.queries.ts';
import { wakeCardNewsAfter } from './wake-card-news.service.ts';

/** A fare that is settled and owed in turn, as a back office in disorder reports it, is told once a day at most. */
const pauseHours = 24;

/** A card of a passenger, by its number in their list. */
export interface ToldCard {
  readonly passengerId: string;
  readonly cardId: number;
  readonly name: string;
}

/** What a mail is to tell; `takenAt` marks its rows. */
type Told =
  | { readonly kind: 'refused'; readonly takenAt: string; readonly fares: readonly cardNews.FareRow[] }
  | { readonly kind: 'accepted'; readonly takenAt: string };

/** News of a card, and who is to read it. No other mail tells the same. */
export type CardNews = Told & { readonly to: string; readonly language: Locale; readonly card: ToldCard };

/**
 * Takes what is true of a card now and was not told yet: that fares keep it from travelling, or that none does any more. Undefined if there is
 * no such news, or if the account is not open or does not have the card.
 */
export async function takeCardNews(
  { pool, config }: Using<'pool' | 'config'>,
  { passengerId, mediumId }: { passengerId: string; mediumId: string },
): Promise<CardNews | undefined> {
  if (!isNewsOffered(config)) return undefined;
  return await transaction(pool, async (tx) => {
    const recipient = await findRecipient(tx, passengerId);
    const [row] = await cardNews.findCard(tx, { passengerId, mediumId });
    // Readers refuse a card that is lost or no longer valid, whatever is paid.
    if (recipient === undefined || row === undefined || (await isOutOfUse(tx, row.medium_id))) return undefined;
    const { card_id: cardId, name, linked_at: linkedAt, shown_from: shownFrom } = row;
    const card = { passengerId, cardId, name };
    const wants = (kind: CardNewsKind) => !row.unwanted_news.includes(kind);
    const refused = wants('refused') ? await takeRefused(tx, { card, mediumId, linkedAt, shownFrom }) : undefined;
    const told = refused ?? (await takeAccepted(tx, card));
    return told && wants(told.kind) ? { ...told, ...recipient, card } : undefined;
  });
}

/** Whether the operator lets passengers have news by mail, and the screens that a mail is about. */
export function isNewsOffered(config: Using<'config'>['config'], ...screens: PermissionEntry[]): boolean {
  const permissions = permissionsOf({ isShadowUser: false, withheld: withheldOf(config) });
  const needed: PermissionEntry[] = ['account-edit.card-news', ...screens];
  return needed.every((entry) => isPermitted(permissions, { group: 'any' }, entry));
}

async function isOutOfUse(tx: Transaction, mediumId: string): Promise<boolean> {
  const [medium] = await cardNews.findStatus(tx, { mediumId });
  return medium !== undefined && isRefusedCard(parseCardStatus(medium.status));
}

interface Looking {
  readonly card: ToldCard;
  readonly mediumId: string;
  readonly linkedAt: string;
  readonly shownFrom: string;
}

async function takeRefused(
  tx: Transaction,
  { card: { passengerId, cardId }, mediumId, linkedAt, shownFrom }: Looking,
): Promise<Told | undefined> {
  const open = await cardNews.lockOpenFares(tx, { mediumId, linkedAt, shownFrom });
  // Whoever has asked the bank to collect a fare knows of it.
  const news = open.filter(({ state, is_news: isNews }) => isNews && payableDebtStates.includes(state));
  if (news.length === 0) return undefined;
  const paymentIds = news.map(({ payment_id: id }) => id);
  const asked = { passengerId, cardId, paymentIds, pauseHours };
  const taken = await cardNews.noteRefused(tx, asked);
  const [pause] = await cardNews.findPause(tx, asked);
  if (pause !== undefined) await wakeCardNewsAfter(tx, { mediumId, seconds: pause.seconds });
  const takenAt = taken[0]?.refused_at;
  if (takenAt === undefined) return undefined;
  const fares = await cardNews.listFares(tx, { mediumId, paymentIds: taken.map(({ payment_id: id }) => id) });
  return { kind: 'refused', takenAt, fares };
}

async function takeAccepted(tx: Transaction, { passengerId, cardId }: ToldCard): Promise<Told | undefined> {
  for (const { medium_id: mediumId } of await cardNews.listMedia(tx, { passengerId, cardId }))
    if ((await cardNews.findOpenFare(tx, { mediumId })).length > 0) return undefined;
  const [taken] = await cardNews.noteAccepted(tx, { passengerId, cardId });
  return taken && { kind: 'accepted', takenAt: taken.accepted_at };
}

/** Lets a later mail tell what one that could not be sent was to tell. */
export async function giveBack(db: Db, { kind, takenAt, card: { passengerId, cardId } }: CardNews): Promise<void> {
  if (kind === 'refused') await cardNews.forgetRefused(db, { passengerId, cardId, refusedAt: takenAt });
  else await cardNews.forgetAccepted(db, { passengerId, cardId, acceptedAt: takenAt });
}
