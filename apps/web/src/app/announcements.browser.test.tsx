import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuse, server } from '../../test/fake-server.ts';
import { buildAnnouncement } from '../../test/fixtures.ts';
import { setHidden } from '../../test/page-sight.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import { buildCard, buildCardList } from '../../test/travel-fixtures.ts';
import { announcementsNow, closedAnnouncements, readClosed } from '../features/announcements/announcements.ts';
import type { Announcement } from '../features/announcements/api/list-announcements.ts';
import { placedAnnouncements } from '../features/announcements/components/use-calm-list.ts';
import { setLanguage } from '../lib/i18n.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { startAnnouncements } from './announcements.tsx';

const region = () => page.getByRole('region', { name: t('nav.announcements') });
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** From now on the server answers with these. */
const tell = (...items: readonly Announcement[]): void =>
  server.answer('listAnnouncements', () => ({ items: [...items] }));

/** Opens the portal as a page does that has just started. */
async function open(address: string, ...items: readonly Announcement[]) {
  tell(...items);
  const portal = await openPortal(address);
  onTestFinished(startAnnouncements());
  return portal;
}

/** The network is back, so the page asks at once. */
const askAgain = (): boolean => dispatchEvent(new Event('online'));

beforeEach(() => {
  announcementsNow.set([]);
  closedAnnouncements.set([]);
  placedAnnouncements.set({ place: undefined, items: [] });
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listCards', () => buildCardList([buildCard()]));
});

test('an announcement stands above the sign-in, with its page and its language, and waits for no sign-in', async () => {
  const moreUrl = 'https://transit.example/ferry';
  await open('/login', buildAnnouncement({ language: 'fr_CA', title: 'Débits', body: '<b>Tard</b>', moreUrl }));

  await expect.element(region()).toBeVisible();
  const { title, body, link } = {
    title: region().getByText('Débits'),
    body: region().getByText('<b>Tard</b>'),
    link: region().getByRole('link', { name: new RegExp(`^${t('nav.announcementMore')}`) }),
  };
  await expect.element(title).toHaveAttribute('lang', 'fr-CA');
  await expect.element(body).toHaveAttribute('lang', 'fr-CA');
  await expect.element(link).toHaveAttribute('href', moreUrl);
  await expect.element(link).toHaveAttribute('rel', 'noreferrer');
  await expect.element(link).toHaveAccessibleDescription('Débits');
  expect(server.received('listAnnouncements').map(({ query }) => query)).toEqual([{ language: 'en_CA' }]);
});

test('nothing is shown while there is nothing to say, and when the server does not answer', async () => {
  await open('/login');
  await expect.poll(() => server.received('listAnnouncements').length).toBe(1);
  server.answer('listAnnouncements', refuse('unavailable'));
  askAgain();

  await expect.poll(() => server.received('listAnnouncements').length).toBe(2);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(region()).not.toBeInTheDocument();
  expect(page.getByRole('alert').element().textContent).toBe('');
});

test('it is read out once, politely, and its words are there once afterwards', async () => {
  const { router } = await open('/login', buildAnnouncement({ title: 'Read once' }));
  const status = () => page.getByRole('status').filter({ hasText: 'Read once. You pay nothing twice.' });

  await expect.element(status()).toBeInTheDocument();
  await expect.element(status(), { timeout: 8000 }).not.toBeInTheDocument();
  await router.navigate({ to: '/receipt-page' });
  await expect.element(region()).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 800));
  await expect.element(status()).not.toBeInTheDocument();
});

test('it is above the screens that it is for only, and a new screen has it at once', async () => {
  const { router } = await open('/login', buildAnnouncement({ shownOn: ['receipt', 'payments'] }));
  await expect.poll(() => announcementsNow.get().length).toBe(1);
  await expect.element(region()).not.toBeInTheDocument();

  await router.navigate({ to: '/receipt-page' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(region().elements()).toHaveLength(1);

  await router.navigate({ to: '/register' });
  await expect.element(region()).not.toBeInTheDocument();
});

test('signed-in screens have it too', async () => {
  signIn();
  await open('/', buildAnnouncement({ shownOn: ['cards'], level: 'warning' }));

  await expect.element(region()).toBeVisible();
});

test('closed, it stays closed in this browser; a corrected one is shown', async () => {
  onTestFinished(keepFocus());
  const [first, second] = [buildAnnouncement({ title: 'First' }), buildAnnouncement({ title: 'Second' })];
  await open('/login', first, second);
  const close = () =>
    region()
      .getByRole('button', { name: t('common.close') })
      .first();
  await expect.element(region()).toBeVisible();
  await expect.element(close()).toHaveAccessibleDescription('First');

  close().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(close()).toHaveAccessibleDescription('Second');
  await expect.poll(() => document.activeElement).toBe(region().element());

  close().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(region()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe('H1');

  closedAnnouncements.set(readClosed());
  tell(first, second, buildAnnouncement({ title: 'Second, corrected' }));
  askAgain();
  await expect.element(close()).toHaveAccessibleDescription('Second, corrected');
});

test('of several the first one is whole, and the others are one press away, so that a phone shows its screen', async () => {
  await page.viewport(360, 640);
  const body = 'Charges of this weekend reach your bank later than usual. '.repeat(6).trim();
  const [first, second, third] = ['First', 'Second', 'Third'].map((title) => buildAnnouncement({ title, body }));
  if (!first || !second || !third) throw new Error('there are three');
  await open('/login', first, second, third);
  const more = (count: number) => region().getByText(t('nav.announcementsMore', { count }));

  await expect.element(region().getByText('First')).toBeVisible();
  await expect.element(region().getByText('Second')).not.toBeVisible();
  expect(page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().bottom).toBeLessThan(640);
  expect(
    region()
      .getByRole('button', { name: t('common.close') })
      .elements(),
  ).toHaveLength(1);

  await userEvent.click(more(2));
  await expect.element(region().getByText('Third')).toBeVisible();
  await region()
    .getByRole('button', { name: t('common.close') })
    .nth(1)
    .click();
  await expect.element(region().getByText('Second')).not.toBeInTheDocument();
  await expect.element(region().getByText('Third')).toBeVisible();
  await expect.element(more(1)).toBeVisible();
  await region()
    .getByRole('button', { name: t('common.close') })
    .first()
    .click();
  await expect.element(region().getByText('Third')).toBeVisible();
  await expect.element(more(1)).not.toBeInTheDocument();
});

test('it begins and ends at its time on an open page, without a call, also without a network', async () => {
  await open('/login', buildAnnouncement({ from: inMs(1500), until: inMs(6000) }));
  await expect.poll(() => server.received('listAnnouncements').length).toBe(1);
  await expect.element(region()).not.toBeInTheDocument();
  server.reach(false);

  await expect.element(region(), { timeout: 5000 }).toBeVisible();
  askAgain();
  await expect.element(region()).toBeVisible();
  await expect.element(region(), { timeout: 10_000 }).not.toBeInTheDocument();
  expect(server.received('listAnnouncements')).toHaveLength(1);
}, 30_000);

test('a change of the language brings its text in that language, with one call', async () => {
  const { id } = buildAnnouncement();
  server.answer('listAnnouncements', ({ query: { language } }) => ({
    items: [buildAnnouncement({ id, language: language === 'fr_CA' ? 'fr_CA' : 'en_CA', title: `In ${language}` })],
  }));
  await openPortal('/login');
  onTestFinished(startAnnouncements());
  await expect.element(region().getByText('In en_CA')).toBeVisible();

  await setLanguage('fr_CA');

  await expect.element(region().getByText('In fr_CA')).toBeVisible();
  expect(server.received('listAnnouncements').map(({ query }) => query.language)).toEqual(['en_CA', 'fr_CA']);
});

test('nothing moves below the pointer, nor below a passenger who types: it waits until both have rested', async () => {
  await open('/login');
  const email = page.getByLabelText(t('common.email'));
  const top = () => email.element().getBoundingClientRect().top;
  const before = top();
  await userEvent.hover(email);
  tell(buildAnnouncement());
  askAgain();

  for (const letter of 'noah@example') {
    await userEvent.type(email, letter);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // The pointer still lies on the field: a pause is no sign that nothing will be pressed.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect([region().elements().length, top()]).toEqual([0, before]);

  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 }, force: true });
  await expect.element(region(), { timeout: 4000 }).toBeVisible();
  expect(top()).toBeGreaterThan(before);
  expect(document.activeElement).toBe(email.element());
}, 30_000);

test('it comes at once while nobody sees the page', async () => {
  await open('/login');
  await expect.poll(() => server.received('listAnnouncements').length).toBe(1);
  setHidden(true);
  announcementsNow.set([buildAnnouncement()]);

  await expect.poll(() => region().elements().length, { timeout: 500 }).toBe(1);
});
