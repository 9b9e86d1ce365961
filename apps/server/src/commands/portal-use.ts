import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Db } from '../lib/sql.ts';
import { countUse } from './portal-use.queries.ts';

const days = 7;

/** How much the portal is used, in numbers of which none is about one person. */
export interface PortalUse {
  /** Active accounts, and cards that are linked to one. */
  readonly passengers: number;
  readonly cards: number;
  /** What was done in this many days before now. */
  readonly days: number;
  readonly accountsOpened: number;
  readonly accountsClosed: number;
  readonly cardsLinked: number;
  /** Statement lines that were not right for any card, by the code of the error. */
  readonly linksRefused: Readonly<Record<string, number>>;
  /** Unpaid fares that the bank collected through the portal, by currency. */
  readonly faresCollected: Readonly<Record<string, { count: number; amountMinor: number }>>;
}

/** Counts what there is, and what was done in the last seven days. Works with the rights of the part `feed`. */
export async function readPortalUse(db: Db, now: Date): Promise<PortalUse> {
  const rows = await countUse(db, { since: new Date(now.getTime() - days * dayMs) });
  const of = (...kinds: string[]) => rows.filter(({ what }) => kinds.includes(what));
  const count = (...kinds: string[]) => of(...kinds).reduce((sum, { times }) => sum + times, 0);
  return {
    passengers: count('passengers'),
    cards: count('cards'),
    days,
    accountsOpened: count('registration_confirmed', 'shadow_user_made'),
    accountsClosed: count('account_closed'),
    cardsLinked: count('card_linked'),
    linksRefused: Object.fromEntries(of('card_link_refused').map(({ reason, times }) => [reason ?? 'other', times])),
    faresCollected: Object.fromEntries(
      of('collected').map(({ reason, times, amount_minor: amountMinor }) => [
        reason ?? 'other',
        { count: times, amountMinor: amountMinor ?? 0 },
      ]),
    ),
  };
}
