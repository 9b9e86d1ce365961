import type { RunningServer } from '@tapfolio/server/src/main.ts';
import type { Medium } from '../back-office/media.ts';
import { claimableCard, demoPassword, people } from '../people/people.ts';
import { moveLink } from './account-states.queries.ts';
import type { StatementLine } from './accounts.ts';
import { asOwner } from './as-owner.ts';
import type { Histories } from './histories.ts';
import { createPassengerClient } from './passenger-client.ts';

/** The newest two lines of a card's statement. A claim accepts them if the card was linked before both. */
export function claimLines(histories: Histories, medium: Medium): [StatementLine, StatementLine] {
  const [first, second] = histories.paymentsOf(medium).map(({ srid, amountMinor }) => ({ srid, amountMinor }));
  if (first === undefined || second === undefined)
    throw new Error(`the card ending in ${medium.lastFour} has few lines`);
  return [first, second];
}

/** Claims cards as the claimants would. Skips claims that exist already. */
export async function claimCards({ databaseUrl, address }: RunningServer, histories: Histories): Promise<void> {
  const claimants = people.flatMap(({ email, claims }) => (claims ? [{ email, ...wishOf(claims) }] : []));
  await linkLongAgo(databaseUrl, histories, [...claimants.map(({ medium }) => medium), claimableCard.medium]);
  for (const { email, medium, name } of claimants) {
    const client = createPassengerClient(address);
    await client.call('signIn', { email, password: demoPassword });
    const [first, second] = claimLines(histories, medium);
    await client.call('claimCard', { first, second, name });
  }
}

function wishOf({ email, name }: { email: string; name: string }): { medium: Medium; name: string } {
  const owner = people.find((person) => person.email === email);
  if (owner === undefined) throw new Error(`the city has no ${email}`);
  return { medium: owner.cards[0].medium, name };
}

/** All cards of the city were linked today, but a claim needs statement lines from after the link. So this moves the links back by months. */
async function linkLongAgo(databaseUrl: string, histories: Histories, media: readonly Medium[]): Promise<void> {
  await asOwner(databaseUrl, async (pool) => {
    for (const medium of media) await moveLink(pool, { srid: claimLines(histories, medium)[0].srid });
  });
}
