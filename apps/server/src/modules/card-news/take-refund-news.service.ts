import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { isoInstant, laterOf } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { type LinkedCard, linkedCards } from '../cards/card-views.service.ts';
import { findRecipient } from '../mails/mails.service.ts';
import { readNewestPayments } from '../payments/payments.service.ts';
import { readChargedPayment } from '../travel/payment-facts.service.ts';
import { TimetableNames } from '../travel/timetable-names.ts';
import { findCard } from './card-news.queries.ts';
import { newsDays } from './recent-fare.sql.ts';
import * as queries from './refund-news.queries.ts';
import { isNewsOffered, type ToldCard } from './take-card-news.service.ts';

/** A card has fewer lines in the history of two weeks. */
const mostLines = 500;
/**
 * A refund that is no longer shown was withdrawn if it is no older than this; retention deletes none of these days. A refund whose money came back
 * to the bank is known for as long as the mail is.
 */
const withdrawnDays = 28;

/** A refund as a mail tells it. */
export interface GivenRefund {
  readonly amount: Money;
  /** The reason that an operator gave us, or null. */
  readonly reason: string | null;
  /** The reference on the statement. Null without one. */
  readonly srid: string | null;
  /** The payment of which it is a part; null if it is not known. */
  readonly of: { readonly id: string; readonly serviceDay: string } | null;
}

/** A refund that a mail told and that did not last. */
export interface UndoneRefund {
  readonly amount: Money;
  readonly givenAt: string;
  /** The money came back to the bank. If not, the operator has withdrawn the refund. */
  readonly isReturned: boolean;
}

/** What a mail is to tell; `takenAt` marks its rows. */
type Told =
  | { readonly kind: 'given'; readonly takenAt: string; readonly refunds: readonly GivenRefund[] }
  | { readonly kind: 'undone'; readonly takenAt: string; readonly refunds: readonly UndoneRefund[] };

/** News of the refunds to a card, and who is to read it. No other mail tells the same. */
export type RefundNews = Told & { readonly to: string; readonly language: Locale; readonly card: ToldCard };

interface Looking {
  readonly db: Db;
  readonly card: LinkedCard;
  readonly told: readonly queries.ToldRefund[];
  readonly now: Date;
}

/**
 * Takes what is true of the refunds to a card now and was not told yet: that money came back, or that a refund of which a mail told did not last.
 * Undefined if there is no such news, or if the account is not open or does not have the card. What the passenger does not want is taken, and not
 * told later either.
 */
export async function takeRefundNews(
  { pool, config, clock }: Using<'pool' | 'config' | 'clock'>,
  { passengerId, mediumId, kind }: { passengerId: string; mediumId: string; kind: Told['kind'] },
): Promise<RefundNews | undefined> {
  const recipient = await findRecipient(pool, passengerId);
  const [row] = await findCard(pool, { passengerId, mediumId });
  if (recipient === undefined || row === undefined) return undefined;
  const card = (await linkedCards(pool, passengerId)).find(({ cardId }) => cardId === row.card_id);
  if (card === undefined) return undefined;
  const toldCard = { passengerId, cardId: card.cardId, name: card.name };
  const looking = { db: pool, card, told: await queries.listTold(pool, toldCard), now: clock.now() };
  const isWanted = isNewsOffered(config) && !row.unwanted_news.includes('refunded');
  const taken = kind === 'given' ? await takeGiven(looking, toldCard, isWanted) : await takeUndone(looking, toldCard);
  return taken && isWanted ? { ...taken, ...recipient, card: toldCard } : undefined;
}

interface Found {
  readonly medium: OwnMedium;
  readonly payment: PaymentSummary;
  readonly own: queries.OwnRefund | undefined;
}

async function takeGiven(looking: Looking, card: ToldCard, isSent: boolean): Promise<Told | undefined> {
  const { db, told } = looking;
  const toldIds = new Set(told.flatMap((row) => (row.undone_at === null ? [row.refund_id] : [])));
  const found = new Map<string, Found>();
  for (const medium of looking.card.media)
    for (const one of await findGiven(looking, medium)) {
      const ids = [one.payment.id, one.own?.refund_id, one.own?.delivered_id];
      const isTold = ids.some((id) => typeof id === 'string' && toldIds.has(id));
      if (!isTold && one.own?.state !== 'returned') found.set(one.own?.refund_id ?? one.payment.id, one);
    }
  if (found.size === 0) return undefined;
  const news = [...found].map(([id, { payment }]) => ({ id, payment }));
  const taken = await queries.noteGiven(db, {
    ...card,
    refundIds: news.map(({ id }) => id),
    amounts: news.map(({ payment }) => -payment.paid.amountMinor),
    currencies: news.map(({ payment }) => payment.paid.currency),
    times: news.map(({ payment }) => payment.openedAt),
    isSent,
  });
  const [first] = taken;
  if (first === undefined) return undefined;
  const refunds = taken.flatMap(({ refund_id: id }) => found.get(id) ?? []);
  return { kind: 'given', takenAt: first.told_at, refunds: await Promise.all(refunds.map((one) => describe(db, one))) };
}

/** The refunds that the history of a medium shows, since the card was linked. */
async function findGiven({ db, card, now }: Looking, medium: OwnMedium): Promise<Found[]> {
  const names = new TimetableNames(db);
  const since = laterOf(new Date(now.getTime() - newsDays * dayMs).toISOString(), card.linkedAt);
  const lines = await readNewestPayments({ readDb: db, names }, { medium, since, limit: mostLines });
  const refunds = lines.filter(({ reason, status }) => reason === 'refund' && status === 'accepted');
  if (refunds.length === 0) return [];
  const own = await queries.listOwn(db, { mediumId: medium.mediumId, ids: refunds.map(({ id }) => id) });
  return refunds.map((payment) => ({ medium, payment, own: own.find((one) => isOne(one, payment.id)) }));
}

const isOne = (own: queries.OwnRefund, id: string) => own.refund_id === id || own.delivered_id === id;

async function describe(db: Db, { medium, payment, own }: Found): Promise<GivenRefund> {
  const { srid, paid } = payment;
  const charged = (await readChargedPayment(db, medium, srid))?.payment;
  return {
    amount: { ...paid, amountMinor: -paid.amountMinor },
    reason: own?.reason ?? null,
    srid,
    of: charged === undefined ? null : { id: charged.payment_id, serviceDay: charged.service_day },
  };
}

async function takeUndone({ db, card, told, now }: Looking, toldCard: ToldCard): Promise<Told | undefined> {
  const standing = told.filter((row) => row.undone_at === null && row.is_sent);
  if (standing.length === 0) return undefined;
  const ids = standing.map((row) => row.refund_id);
  const since = new Date(now.getTime() - withdrawnDays * dayMs).toISOString();
  const own: queries.OwnRefund[] = [];
  for (const { mediumId } of card.media) own.push(...(await queries.listOwn(db, { mediumId, ids })));
  const sought = [...ids, ...own.flatMap((one) => [one.refund_id, one.delivered_id ?? []].flat())];
  const shown = new Set<string>();
  for (const { mediumId } of card.media)
    for (const row of await queries.listShown(db, { mediumId, ids: sought, since })) shown.add(row.payment_id);
  const isShown = (id: string, one: queries.OwnRefund | undefined) =>
    shown.has(id) || (one !== undefined && (shown.has(one.refund_id) || shown.has(one.delivered_id ?? '')));
  const undone = new Map<string, UndoneRefund>();
  for (const row of standing) {
    const one = own.find((refund) => isOne(refund, row.refund_id));
    const givenAt = isoInstant(row.given_at);
    const isReturned = one?.state === 'returned';
    const isWithdrawn = givenAt >= since && !isShown(row.refund_id, one);
    const amount = { amountMinor: row.amount_minor, currency: row.currency };
    if (isReturned || isWithdrawn) undone.set(row.refund_id, { amount, givenAt, isReturned });
  }
  if (undone.size === 0) return undefined;
  const taken = await queries.noteUndone(db, { ...toldCard, refundIds: [...undone.keys()] });
  const takenAt = taken[0]?.undone_at;
  if (takenAt === undefined || takenAt === null) return undefined;
  return { kind: 'undone', takenAt, refunds: taken.flatMap(({ refund_id: id }) => undone.get(id) ?? []) };
}

/** Lets a later mail tell what one that could not be sent was to tell. */
export async function giveBackRefunds(db: Db, { kind, takenAt, card }: RefundNews): Promise<void> {
  if (kind === 'given') await queries.forgetGiven(db, { ...card, toldAt: takenAt });
  else await queries.forgetUndone(db, { ...card, undoneAt: takenAt });
}
