import type { Page } from '@playwright/test';
import { hasLoaded, startAtTop } from './looks.ts';
import { everythingAnswered } from './open-requests.ts';
import { theWorld } from './running-world.ts';
import { statementLine } from './statement-lines.ts';
import { expect } from './test.ts';

/** A state of a screen: its address, and the actions that lead to the state. */
export interface State {
  name: string;
  address: string;
  reach?: (page: Page) => Promise<void>;
  /** True for a dialog or menu that keeps the focus inside or closes when the focus leaves. Escape closes it; the page is then as loaded. */
  isLayer?: boolean;
}

const chargeSearch = /^(Don’t recognise a charge|Débit non reconnu)\?$/;
const openFirstDetails = async (page: Page) => {
  const details = page.locator('button[aria-expanded][aria-label], summary').filter({ hasNotText: chargeSearch });
  await details.locator('visible=true').first().click();
};
const send = async (page: Page) => {
  await page.locator('form button[type=submit]').click();
};
const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).locator('visible=true').first().click();
};
const findReceipt = async (page: Page) => {
  const { takenStatement } = theWorld();
  await page.locator('input[name=srid]').fill(statementLine(takenStatement));
  await send(page);
  await expect(page.getByText(takenStatement.srid).first()).toBeVisible();
};
const openChargeSearch = async (page: Page) => {
  await page.locator('summary').filter({ hasText: chargeSearch }).click();
};
const findNoCharge = async (page: Page) => {
  await openChargeSearch(page);
  await page.locator('input[name=srid]').fill('PLT*ZZZZZZZZZZZZ00 PORT LUMIERE 7.50');
  await send(page);
  await expect(page.getByText('ZZZZZZZZZZZZ00').last()).toBeVisible();
};
const openPeriod = async (page: Page) => {
  await page.getByRole('button', { name: /^(Period|Période) / }).click();
  await page.getByRole('checkbox', { name: /^(Set times|Préciser les heures)$/ }).check();
};
const refusePeriod = async (page: Page) => {
  await openPeriod(page);
  await page.locator('input[name=fromDay]').fill('x');
  await page.locator('main form button[type=submit]').click();
};
const openStatement = press(/^(Travel statement|Relevé de déplacements)$/);
const openProof = press(/^(Proof of travel|Justificatif de trajets)$/);
const openWorkTrips = async (page: Page) => {
  await press(/^(Trips for work|Trajets pour le travail)$/)(page);
  await expect(page.locator('dialog input[type=checkbox]').first()).toBeVisible();
};
const refuseStatement = async (page: Page) => {
  await openStatement(page);
  await expect(page.locator('dialog input[type=checkbox]').first()).toBeChecked();
  await page.locator('dialog select[name=period]').selectOption('other');
  for (const box of await page.locator('dialog input[type=checkbox]').all()) await box.uncheck();
  await page.locator('dialog form button[type=submit]').click();
};
const openQuestion = async (page: Page) => {
  await openFirstDetails(page);
  await press(/^(Ask about this trip|Poser une question sur ce trajet)$/)(page);
};
const askWhyRefused = async (page: Page) => {
  await press(/^(Card refused|Carte refusée)\?$/)(page);
  await expect(page.getByRole('searchbox')).toBeVisible();
};
const openCards = async (page: Page) => {
  await page.getByRole('button', { name: /^(Card|Carte) / }).click();
};

/** Public screens show the navigation bars after the page has learnt that a passenger is signed in. */
const expectBars = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: /^(Main navigation|Navigation principale)$/ })).toBeVisible();
};

/** The public screens, in each state that looks different. States of one address follow each other. */
export const publicStates: readonly State[] = [
  { name: 'login', address: '/login' },
  { name: 'login refused', address: '/login', reach: send },
  { name: 'register', address: '/register' },
  { name: 'register refused', address: '/register', reach: send },
  { name: 'confirm', address: `/confirm/${'x'.repeat(43)}` },
  { name: 'receipt page', address: '/receipt-page' },
  { name: 'card refused, for a guest', address: '/receipt-page', reach: askWhyRefused, isLayer: true },
  { name: 'receipt page refused', address: '/receipt-page', reach: send },
  { name: 'receipt found', address: '/receipt-page', reach: findReceipt },
  { name: 'reset password', address: '/reset-password' },
  { name: 'change password', address: `/change-password/${'x'.repeat(43)}` },
  { name: 'stop emails', address: `/stop-emails/${'x'.repeat(43)}` },
  { name: 'stop emails refused', address: `/stop-emails/${'x'.repeat(43)}`, reach: send },
  { name: 'signed out', address: '/logout' },
  { name: 'error', address: '/error' },
  { name: 'not found', address: '/no/such/page' },
];

/** The signed-in screens, in each state that looks different, with their dialogs and menus. */
export const areaStates: readonly State[] = [
  { name: 'home', address: '/' },
  { name: 'charge search', address: '/', reach: openChargeSearch },
  { name: 'charge not found', address: '/', reach: findNoCharge },
  { name: 'menu', address: '/', reach: press(/^(More|Plus|Account|Compte)$/), isLayer: true },
  { name: 'notices', address: '/', reach: press(/^(Notices|Avis)/), isLayer: true },
  { name: 'cards', address: '/card' },
  { name: 'card', address: '/card?id=1' },
  { name: 'card refused', address: '/card?id=1', reach: askWhyRefused, isLayer: true },
  { name: 'rename', address: '/card?id=1', reach: press(/^(Rename|Renommer)$/), isLayer: true },
  { name: 'unlink', address: '/card?id=1', reach: press(/^(Unlink|Dissocier)/), isLayer: true },
  { name: 'add card', address: '/card/add' },
  { name: 'add card refused', address: '/card/add', reach: send },
  { name: 'trips', address: '/card/trips-history/1' },
  { name: 'cards of the history', address: '/card/trips-history/1', reach: openCards, isLayer: true },
  { name: 'trip details', address: '/card/trips-history/1', reach: openFirstDetails },
  { name: 'period', address: '/card/trips-history/1', reach: openPeriod },
  { name: 'period refused', address: '/card/trips-history/1', reach: refusePeriod },
  {
    name: 'trips of an empty period',
    address: '/card/trips-history/1?from=2001-01-01T05:00:00Z&to=2001-01-02T05:00:00Z',
  },
  { name: 'proof of travel', address: '/card/trips-history/1', reach: openProof, isLayer: true },
  { name: 'trips for work', address: '/card/trips-history/1', reach: openWorkTrips, isLayer: true },
  { name: 'question about a trip', address: '/card/trips-history/1', reach: openQuestion, isLayer: true },
  { name: 'payments', address: '/card/payments-history/1' },
  { name: 'payment details', address: '/card/payments-history/1', reach: openFirstDetails },
  { name: 'travel statement', address: '/card/payments-history/1', reach: openStatement, isLayer: true },
  { name: 'travel statement refused', address: '/card/payments-history/1', reach: refuseStatement, isLayer: true },
  { name: 'products', address: '/card/products-history/1' },
  { name: 'product details', address: '/card/products-history/1', reach: openFirstDetails },
  { name: 'favourites', address: '/card/favourites/1' },
  {
    name: 'add favourite',
    address: '/card/favourites/1',
    reach: press(/^(Add to favourites|Ajouter aux favoris)/),
    isLayer: true,
  },
  { name: 'rename favourite', address: '/card/favourites/1', reach: press(/^(Rename|Renommer) /), isLayer: true },
  { name: 'remove favourite', address: '/card/favourites/1', reach: press(/^(Remove|Retirer) /), isLayer: true },
  {
    name: 'packages of an empty period',
    address: '/card/favourites/1?from=2001-01-01T05:00:00Z&to=2001-01-02T05:00:00Z',
  },
  { name: 'questions', address: '/questions' },
  { name: 'account', address: '/account/edit' },
  { name: 'not found', address: '/no/such/page', reach: expectBars },
];

const named = (...names: string[]) => areaStates.filter(({ name }) => names.includes(name));

/** The states that a debt changes. */
export const statesInDebt: readonly State[] = [
  ...named('home'),
  { name: 'pay', address: '/', reach: press(/^(Pay|Payer) /), isLayer: true },
  ...named('cards', 'card'),
  { name: 'trips not paid', address: '/card?id=1', reach: openFirstDetails },
  ...named('trips', 'payments', 'payment details', 'account'),
];

/**
 * Opens a state and waits until the screen is complete. The page is not loaded again if the state `before` has the same address and
 * has left the page as it was loaded.
 */
export async function open(page: Page, { address, reach, isLayer = false }: State, before?: State): Promise<void> {
  const isThere = before?.address === address && (before.isLayer || before.reach === undefined);
  await (isThere ? startAnew(page) : page.goto(address));
  await expectLoaded(page);
  if (reach === undefined) return;
  await reach(page);
  await expectLoaded(page, isLayer);
}

async function startAnew(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.evaluate(startAtTop);
}

/** Polls often: `expect` would check again only after 100 ms, then after 250 ms. */
async function expectLoaded(page: Page, hasLayer = false): Promise<void> {
  await everythingAnswered(page);
  await page.waitForFunction(hasLoaded, hasLayer, { polling: 30 });
}
