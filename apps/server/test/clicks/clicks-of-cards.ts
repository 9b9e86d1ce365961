import { dayMs } from '@tapfolio/domain/durations.ts';
import type { SignedIn, TestApp } from '../build-app.ts';
import { claimedCard, claimsOf, claimsUrl, takenCard } from '../claims.ts';
import { buildCard } from '../factories/cards.ts';
import { buildSalesPackage } from '../factories/sales-packages.ts';
import { buildTrip } from '../factories/trips.ts';
import { paidReference } from '../linking.ts';
import type { Clicks } from './click.ts';

const portal = '/public/api/v1/portal';

type Method = 'POST' | 'PATCH' | 'DELETE';

const act = (passenger: SignedIn, method: Method, url: string, payload?: object) => () =>
  passenger.call({ method, url, ...(payload !== undefined && { payload }) });

/** The calls about cards, claims and favourites that change something. */
export function clicksOfCards(app: Pick<TestApp, 'pool' | 'signIn'>): Clicks {
  const { pool, signIn } = app;

  async function withCard() {
    const passenger = await signIn();
    const card = await buildCard(pool, { passenger_id: passenger.passengerId });
    return { passenger, card, url: `${portal}/cards/${card.card_id}` };
  }

  /** A passenger with a card and a package of last week, which is to be a favourite. */
  async function withPackage() {
    const who = await withCard();
    const sold_at = new Date(Date.now() - 7 * dayMs).toISOString();
    const { sale_id: salesPackageId } = await buildSalesPackage(pool, { medium_id: who.card.medium_id, sold_at });
    const add = act(who.passenger, 'POST', `${who.url}/favourites`, { salesPackageId, name: 'To work' });
    return { ...who, add };
  }

  const all = { 204: 20 };

  return {
    linkCard: async () => {
      const body = { srid: await paidReference(app), amountMinor: 740, name: 'Blue' };
      const ask = act(await signIn(), 'POST', `${portal}/cards`, body);
      return { ask, answers: { 201: 1, card_already_yours: 19 }, writes: { card_linked: 1 } };
    },
    renameCard: async () => {
      const { passenger, url } = await withCard();
      return { ask: act(passenger, 'PATCH', url, { name: 'Green' }), answers: all };
    },
    unlinkCard: async () => {
      const { passenger, url } = await withCard();
      await buildCard(pool, { passenger_id: passenger.passengerId });
      return { ask: act(passenger, 'DELETE', url), answers: { 204: 1, TM0108: 19 }, writes: { card_unlinked: 1 } };
    },
    claimCard: async () => {
      const { lines } = await takenCard(app);
      const [first, second] = lines.map((srid) => ({ srid, amountMinor: 740 }));
      const ask = act(await signIn(), 'POST', claimsUrl, { first, second, name: 'Mine' });
      const answers = { 201: 10, too_many_requests: 10 };
      return { ask, answers, writes: { card_claimed: 1, own_card_claimed: 1 }, mails: { 'card-claim-asked': 1 } };
    },
    objectToCardClaim: async () => {
      const { owner } = await claimedCard(app);
      const [claim] = (await claimsOf(owner)).claimed;
      const ask = act(owner, 'POST', `${claimsUrl}/${claim?.id}/objection`);
      return { ask, answers: all, writes: { card_claim_objected: 1 }, mails: { 'card-claim-objected': 1 } };
    },
    withdrawCardClaim: async () => {
      const { claimant } = await claimedCard(app);
      const [claim] = (await claimsOf(claimant)).own;
      const ask = act(claimant, 'DELETE', `${claimsUrl}/${claim?.id}`);
      return { ask, answers: all, writes: { card_claim_withdrawn: 1 }, mails: { 'card-claim-withdrawn': 1 } };
    },
    addFavourite: async () => {
      const { add } = await withPackage();
      return { ask: add, answers: { 201: 1, favourite_already_chosen: 19 } };
    },
    renameFavourite: async () => {
      const { passenger, add } = await withPackage();
      const { id } = (await add()).json();
      return { ask: act(passenger, 'PATCH', `${portal}/favourites/${id}`, { name: 'Home' }), answers: all };
    },
    removeFavourite: async () => {
      const { passenger, add } = await withPackage();
      const { id } = (await add()).json();
      return { ask: act(passenger, 'DELETE', `${portal}/favourites/${id}`), answers: { 204: 1, TM0176: 19 } };
    },
    markWorkTrips: async () => {
      const { passenger, card, url } = await withCard();
      const at = '2026-03-02T16:00:00Z';
      const { trip_id } = await buildTrip(pool, { medium_id: card.medium_id, started_at: at });
      const body = { forWork: [trip_id], notForWork: [], from: at, to: at };
      return { ask: act(passenger, 'POST', `${url}/work-trips`, body), answers: all };
    },
    changeWorkRule: async () => {
      const { passenger, url } = await withCard();
      return { ask: act(passenger, 'PATCH', `${url}/work-rule`, { isOn: true }), answers: { 200: 20 } };
    },
  };
}
