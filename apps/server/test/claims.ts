import { type CardClaimList, cardClaimList } from '@tapfolio/contracts/card-claims.ts';
import { type CardList, cardList } from '@tapfolio/contracts/cards.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { expect } from 'vitest';
import type { SignedIn, TestApp } from './build-app.ts';
import { buildCard, type CardRow } from './factories/cards.ts';
import { buildPayment } from './factories/payments.ts';

/** Noon of the day this number of days ago. */
export function daysAgo(days: number): string {
  return `${new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)}T12:00:00Z`;
}

/** A statement line of a card: the reference of a paid day of 7.40. */
export async function lineOf({ pool }: Pick<TestApp, 'pool'>, mediumId: string, days: number): Promise<string> {
  return (await buildPayment(pool, { medium_id: mediumId, opened_at: daysAgo(days) })).srid ?? '';
}

export interface TakenCard {
  readonly owner: SignedIn;
  readonly card: CardRow;
  readonly mediumId: string;
  /** Two recent lines of different days. */
  readonly lines: readonly [string, string];
}

/** A card that a passenger has had for half a year, and two lines of its statement. */
export async function takenCard(app: Pick<TestApp, 'pool' | 'signIn'>, name?: string): Promise<TakenCard> {
  const owner = await app.signIn();
  const card = await buildCard(app.pool, { passenger_id: owner.passengerId, ...(name !== undefined && { name }) });
  await linkedSince(app, card.medium_id, 180);
  const lines = [await lineOf(app, card.medium_id, 3), await lineOf(app, card.medium_id, 10)] as const;
  return { owner, card, mediumId: card.medium_id, lines };
}

/** Sets how many days ago a card was linked. */
export async function linkedSince({ pool }: Pick<TestApp, 'pool'>, mediumId: string, days: number): Promise<void> {
  await pool.query('update cards set linked_at = $2 where medium_id = $1', [mediumId, daysAgo(days)]);
}

export const claimsUrl = '/public/api/v1/portal/card-claims';

let lastName = 0;

/** Claims the card of these lines, under a name of its own unless one is given. */
export function claim(
  passenger: SignedIn,
  [first = '', second = '']: readonly string[],
  more: { name?: string; amounts?: readonly [number, number]; from?: string } = {},
) {
  lastName += 1;
  const { name = `Claimed ${lastName}`, amounts = [740, 740], from = '127.0.0.1' } = more;
  const payload = {
    first: { srid: first, amountMinor: amounts[0] },
    second: { srid: second, amountMinor: amounts[1] },
    name,
  };
  return passenger.call({ method: 'POST', url: claimsUrl, payload, remoteAddress: from });
}

/** A taken card, and a passenger who has claimed it. */
export async function claimedCard(
  app: Pick<TestApp, 'pool' | 'signIn'>,
  { name = 'Mine', taken }: { name?: string; taken?: TakenCard } = {},
): Promise<TakenCard & { readonly claimant: SignedIn }> {
  const card = taken ?? (await takenCard(app));
  const claimant = await app.signIn();
  expect((await claim(claimant, card.lines, { name })).statusCode).toBe(201);
  return { ...card, claimant };
}

/** The cards of a passenger, as the page gets them. */
export async function cardsOf(passenger: SignedIn): Promise<CardList['items']> {
  return cardList.parse((await passenger.call({ url: '/public/api/v1/portal/cards' })).json()).items;
}

/** The claims by a passenger and of their cards, as the page gets them. */
export async function claimsOf(passenger: SignedIn): Promise<CardClaimList> {
  return cardClaimList.parse((await passenger.call({ url: claimsUrl })).json());
}

/** Ends the week of objection of the open claim of a card. */
export async function endTheWeek({ pool }: Pick<TestApp, 'pool'>, mediumId: string): Promise<void> {
  await pool.query(
    `update card_claims set claimed_at = claimed_at - interval '7 days', object_until = object_until - interval '7 days'
    where state = 'open' and medium_id = $1`,
    [mediumId],
  );
}

/** The state of the newest claim of a passenger. */
export async function stateOfNewest({ pool }: Pick<TestApp, 'pool'>, claimant: SignedIn): Promise<string | undefined> {
  const sql = 'select state from card_claims where passenger_id = $1 order by claimed_at desc limit 1';
  return (await pool.query<{ state: string }>(sql, [claimant.passengerId])).rows[0]?.state;
}
