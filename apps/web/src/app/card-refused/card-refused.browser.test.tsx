import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Debt } from '@tapfolio/contracts/debts.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { buildReaderMessages } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildDebt,
  buildRefusedCard,
} from '../../../test/travel-fixtures.ts';

const opener = () => page.getByRole('button', { name: t('readers.open') });
const dialog = () => page.getByRole('dialog', { name: t('readers.open') });
const known = (card: Card) => dialog().getByRole('region', { name: t('readers.about', { card: card.name }) });

beforeEach(() => {
  server.answer('listReaderMessages', () => ({ items: buildReaderMessages() }));
});

/** Opens "Card refused?" on the screen of a card, which had these unpaid fares. */
async function askAbout(card: Card, debts: readonly Debt[] = [], dataUpTo: string | null = '2026-11-21T13:42:00Z') {
  signIn();
  server.answer('listCards', () => buildCardList([card]));
  server.answer('getCard', () => buildCardOverview({ card, dataUpTo }));
  server.answer('listDebts', () => ({ items: [...debts] }));
  await openPortal(`/card?id=${card.id}`);
  await expect.element(page.getByRole('heading', { level: 1, name: card.name })).toBeVisible();
  await opener().click();
  return known(card);
}

describe('“Card refused?” says first what is known of this very card', () => {
  test('an unpaid fare, with its amount and day, and leads to where it is paid', async () => {
    const card = buildRefusedCard();
    const debt = buildDebt({ paymentId: card.debt?.paymentId ?? '' });
    const part = await askAbout(card, [debt]);

    const words = t('debts.state_owed', { amount: '$7.50', date: '2026/11/13' });
    await expect.element(part.getByText(words)).toBeVisible();
    await expect.element(part.getByText(t('common.dataUpTo', { time: '2026/11/21 08:42' }))).toBeVisible();
    await part.getByRole('button', { name: t('readers.toFare') }).click();

    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1, name: card.name })).toHaveFocus();
    await expect.element(page.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) })).toBeInViewport();
  });

  test('a fare that is being settled, without a step to take', async () => {
    const owing = buildRefusedCard();
    const card = { ...owing, debt: owing.debt && { ...owing.debt, state: 'unblocking' as const } };
    const part = await askAbout(card, [buildDebt({ state: 'unblocking' })]);

    await expect.element(part.getByText(t('debts.headingPaid', { card: card.name }))).toBeVisible();
    expect(part.getByRole('button', { name: t('readers.toFare') }).elements()).toEqual([]);
    expect(part.getByText(t('readers.goodTitle')).elements()).toEqual([]);
  });

  test.each([
    ['lost', { status: 'lost', accessStatus: 'denied' }, 'cards.stateLost'],
    ['no longer valid', { status: 'card_dead', accessStatus: 'denied' }, 'cards.stateDead'],
    ['refused for a reason that was not delivered', { accessStatus: 'denied' }, 'cards.stateDenied'],
    ['replaced', { status: 'replaced' }, 'cards.stateReplaced'],
  ] as const)('that it is %s', async (_, facts, title) => {
    const part = await askAbout(buildCard(facts));

    await expect.element(part.getByRole('region', { name: t(title) })).toBeVisible();
    expect(part.getByText(t('readers.goodTitle')).elements()).toEqual([]);
  });

  test('that the bank has issued another card, although this one still travels', async () => {
    const replacement = { id: '0198c0de-0000-7000-8000-000000000001', scheme: 'visa' as const, lastFour: '1881' };
    const part = await askAbout(buildCard({ replacement }));

    await expect.element(part.getByText(t('readers.replacedText'))).toBeVisible();
  });

  test('that nothing is known against it, with how far the data reach, and of which card this is said', async () => {
    const part = await askAbout(buildCard());

    await expect.element(part.getByRole('region', { name: t('readers.goodTitle') })).toBeVisible();
    await expect.element(part.getByText(t('common.dataUpTo', { time: '2026/11/21 08:42' }))).toBeVisible();
    await expect.element(part.getByText(t('readers.sameCard'))).toBeVisible();
  });

  test('what is known now, also on a screen that has been open for a while', async () => {
    const card = buildCard();
    const refused = buildRefusedCard();
    await expect.element(await askAbout(card)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    server.answer('getCard', () => buildCardOverview({ card: refused }));
    server.answer('listDebts', () => ({ items: [buildDebt()] }));

    await opener().click();

    await expect.element(known(refused).getByRole('button', { name: t('readers.toFare') })).toBeVisible();
    expect(known(refused).getByText(t('readers.goodTitle')).elements()).toEqual([]);
  });

  test('that nothing was delivered yet, where nothing was', async () => {
    const part = await askAbout(buildCard(), [], null);

    await expect.element(part.getByText(t('cards.dataNone'))).toBeVisible();
  });

  test('a fare that was unpaid and is settled since: until when readers may have refused the card', async () => {
    const settled = buildDebt({ state: 'ready', stateAt: '2026-11-18T14:05:00Z' });
    const part = await askAbout(buildCard(), [settled]);

    const words = t('readers.wasUnpaid', { date: '2026/11/13', time: '2026/11/18 09:05' });
    await expect.element(part.getByText(words)).toBeVisible();
  });
});

test('what is known stays when the list of messages cannot be loaded', async () => {
  server.answer('listReaderMessages', refuse('TM0001'));
  const part = await askAbout(buildCard());

  await expect.element(dialog().getByText(t('readers.failed'))).toBeVisible();
  await expect.element(part.getByText(t('readers.goodText'))).toBeVisible();
});

test('the list of messages is there also when the card cannot be loaded, which is tried again in place', async () => {
  const card = buildCard();
  signIn();
  server.answer('listCards', () => buildCardList([card]));
  server.answer('getCard', refuse('TM0001'));
  await openPortal('/card?id=1');
  await opener().click();
  await expect.element(dialog().getByText('34 · Fare unpaid')).toBeVisible();
  server.answer('getCard', () => buildCardOverview({ card }));
  server.answer('listDebts', () => ({ items: [] }));

  await dialog()
    .getByRole('button', { name: t('common.retry') })
    .click();

  await expect.element(known(card).getByText(t('readers.goodTitle'))).toBeVisible();
});

test('it opens at its beginning on a phone also with the list in memory, and gives the focus back', async () => {
  await page.viewport(360, 740);
  await askAbout(buildCard());
  const box = dialog().getByRole('searchbox');
  await expect.element(box).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener()).toHaveFocus();

  await opener().click();

  await expect.element(box).toBeInTheDocument();
  await expect.element(box).not.toHaveFocus();
  await expect.element(dialog().getByText(t('readers.goodTitle'))).toBeInViewport();
});

test('on a phone the unpaid fare is the first thing below the name of the card', async () => {
  await page.viewport(360, 740);
  const card = buildRefusedCard();
  signIn();
  server.answer('listCards', () => buildCardList([card]));
  server.answer('getCard', () => buildCardOverview({ card }));
  server.answer('listDebts', () => ({ items: [buildDebt()] }));
  await openPortal(`/card?id=${card.id}`);
  const fare = page.getByRole('region', { name: t('debts.heading', { card: card.name }) });
  await expect.element(fare).toBeVisible();
  const place = (one: Locator) => one.element().getBoundingClientRect();
  const title = place(page.getByRole('heading', { level: 1, name: card.name }));

  expect(place(opener()).bottom).toBeLessThanOrEqual(title.top);
  expect(place(page.getByRole('link', { name: t('cards.allCards') })).top).toBe(place(opener()).top);
  expect(place(fare).top - title.bottom).toBeLessThanOrEqual(24);
});

test('no state of it is wider than a narrow phone', async () => {
  await page.viewport(320, 640);
  await askAbout(buildRefusedCard(), [buildDebt()]);
  const box = dialog().getByRole('searchbox');
  const isWide = () => [...document.querySelectorAll('dialog, html')].some((one) => one.scrollWidth > one.clientWidth);
  await expect.element(box).toBeVisible();

  for (const typed of ['', 'expired', 'ferry']) {
    await box.fill(typed);
    expect(isWide()).toBe(false);
  }
});

test('on paper it is whole, with what was opened, and the page behind it is not there', async () => {
  const part = await askAbout(buildCard());
  await dialog().getByText('See phone').click();
  await expect.element(dialog().getByText('It is locked.')).toBeVisible();
  onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })));

  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });

  const style = getComputedStyle(dialog().element());
  expect([style.position, style.overflowY, style.maxHeight]).toEqual(['absolute', 'visible', 'none']);
  await expect.element(part).toBeVisible();
  await expect.element(dialog().getByText('It is locked.')).toBeVisible();
  for (const hidden of ['main h1', 'header', 'dialog input'])
    expect(document.querySelector(hidden)?.checkVisibility(), hidden).toBe(false);
});

describe('without an account', () => {
  test('the page of receipts has the same list, and says how an unpaid fare is found', async () => {
    await openPortal('/receipt-page');
    await opener().click();

    await expect.element(dialog().getByText('34 · Fare unpaid')).toBeVisible();
    await expect.element(dialog().getByText(t('readers.guestText'))).toBeVisible();
    await dialog()
      .getByRole('button', { name: t('readers.toSearch') })
      .click();

    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByLabelText(t('common.statementReference'))).toHaveFocus();
  });

  test('the list is tried again in place, keeps the focus meanwhile, and is asked for once', async () => {
    let calls = 0;
    const slow = held({ items: buildReaderMessages() });
    server.answer('listReaderMessages', refuse('TM0001'));
    await openPortal('/receipt-page');
    await opener().click();
    await expect.element(dialog().getByText(t('readers.failed'))).toBeVisible();
    const again = dialog().getByRole('button', { name: t('common.retry') });
    server.answer('listReaderMessages', () => {
      calls += 1;
      return slow.answer();
    });

    await again.click();
    await expect.element(again).toHaveFocus();
    slow.give();

    await expect.element(dialog().getByText('34 · Fare unpaid')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await opener().click();
    await expect.element(dialog().getByText('34 · Fare unpaid')).toBeVisible();
    expect(calls).toBe(1);
  });

  test('the sign-in page leads to it at once, and closing it shows the page of receipts', async () => {
    await openPortal('/login');
    await page.getByRole('link', { name: t('readers.open') }).click();

    await expect.element(dialog().getByText('34 · Fare unpaid')).toBeVisible();
    await userEvent.keyboard('{Escape}');

    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1, name: t('receipts.title') })).toBeVisible();
  });
});
