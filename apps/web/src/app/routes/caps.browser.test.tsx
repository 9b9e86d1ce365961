import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildCap, buildCapList } from '../../../test/cap-fixtures.ts';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { cad } from '../../../test/travel-fixtures.ts';
import { twoCards } from '../../../test/two-cards.ts';
import { loadCapTexts } from '../../lib/i18n.ts';
import { noteServerTime } from '../../lib/server-clock.ts';

twoCards();

const panel = () => page.getByRole('region', { name: t('caps.heading') });
const meter = () => panel().getByRole('meter');
/** Waits until the panel has this text. */
const says = (text: string) => expect.poll(() => panel().element().textContent).toContain(text);
const clock = (now: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  noteServerTime(new Date(now).toUTCString());
};

beforeEach(async () => {
  clock('2026-11-20T17:00:00Z');
  server.answer('getSpend', () => ({ currencies: [] }));
  await loadCapTexts();
});

describe('the view of a card', () => {
  test('shows each cap as a meter that words name, and up to when trips are known', async () => {
    const month = {
      period: 'month',
      to: '2026-12-01T09:30:00Z',
      paid: cad(8000),
      amount: cad(12_550),
      left: cad(4550),
    } as const;
    server.answer('listCaps', () => buildCapList({ caps: [buildCap(), buildCap(month)] }, { cardId: 2, caps: [] }));
    await openPortal('/card?id=1');

    await expect.element(meter().first()).toHaveAccessibleName('Today until 04:30 $5.60 of $9.75');
    await expect.element(meter().nth(1)).toHaveAccessibleName('This month until 2026/12/01 $80.00 of $125.50');
    await expect.element(panel().getByText('After $4.15 more, travel is free.')).toBeVisible();
    await says(t('caps.known', { time: '2026/11/20 11:42' }));
    await says(t('caps.apart'));
  });

  test.each<[string, Parameters<typeof buildCap>[0], string[]]>([
    [
      'is reached, and what it saved',
      { state: 'reached', left: null, saved: { amount: cad(370), isAtLeast: false } },
      ['The cap is reached: travel is free.', 'You have saved $3.70 so far.'],
    ],
    [
      'is reached, and what it saved at least',
      { state: 'reached', left: null, saved: { amount: cad(370), isAtLeast: true } },
      ['You have saved at least $3.70 so far.'],
    ],
    ['is paid, and no trip says so', { state: 'full', left: null, paid: cad(975) }, ['no trip shows it yet']],
    [
      'is passed, and no trip says so',
      { state: 'exceeded', left: null, paid: cad(1200) },
      ['You have paid more than the cap'],
    ],
    [
      'was reached, and a trip cost something again',
      { state: 'contradicted', left: null },
      ['a later trip cost something again'],
    ],
    [
      'is of one operator and some vehicles',
      { name: 'Ferry day', operator: 'Lake Ferries', transportTypes: ['bus'] },
      ['Ferry day', 'Lake Ferries', 'Bus', 'After $4.15 more, trips that count here are free.'],
    ],
    [
      'is of one operator among several',
      { operator: 'Lake Ferries' },
      ['After $4.15 more, trips with Lake Ferries are free.'],
    ],
    [
      'of one operator is reached',
      { operator: 'Lake Ferries', state: 'reached', left: null },
      ['The cap is reached: trips with Lake Ferries are free.'],
    ],
    [
      'leaves trips out',
      { refunded: cad(100), leftOut: { unpriced: 2, incomplete: 1, inOtherCurrency: 0, withFormerCard: 3 } },
      [
        '2 trips have no final fare yet.',
        '1 trip with a missing tap does not count.',
        '3 trips with the card',
        'Refunds of $1.00 are subtracted.',
      ],
    ],
    ['has no trip yet', { trips: 0, paid: cad(0), left: cad(975) }, ['After $9.75 more, travel is free.']],
  ])('says that a cap %s', async (_, cap, words) => {
    server.answer('listCaps', () => buildCapList({ caps: [buildCap(cap)] }));
    await openPortal('/card?id=1');

    for (const text of words) await says(text);
    expect(meter().elements()).toHaveLength(cap?.trips === 0 ? 0 : 1);
    expect(panel().element().textContent).not.toContain(t('caps.apart'));
  });

  test('does not say that cards count apart where an operator counts those of one account together', async () => {
    server.answer('listCaps', () => buildCapList({ caps: [buildCap({ perMedium: false })] }, { cardId: 2, caps: [] }));
    await openPortal('/card?id=1');

    await expect.element(meter()).toBeVisible();
    expect(panel().element().textContent).not.toContain(t('caps.apart'));
  });

  test('says that a cap could not be loaded, keeps the rest of the screen, and loads it again', async () => {
    server.answer('listCaps', refuse('0107'));
    await openPortal('/card?id=1');

    await expect.element(panel().getByText(t('caps.failed'))).toBeVisible();
    await expect.element(page.getByText(t('cards.lastWeek'))).toBeVisible();
    server.answer('listCaps', () => buildCapList({}));
    await panel()
      .getByRole('button', { name: t('common.retry') })
      .click();

    await expect.element(meter()).toBeVisible();
  });

  test('does not call the sums of a day that is over those of today, and loads those by itself', async () => {
    const today = held(
      buildCapList({ caps: [buildCap({ from: '2026-11-21T09:30:00Z', to: '2026-11-22T09:30:00Z' })] }),
    );
    server.answer('listCaps', () => (server.received('listCaps').length > 1 ? today.answer() : buildCapList({})));
    clock('2026-11-21T10:00:00Z');
    await openPortal('/card?id=1');
    await expect.element(panel().getByText(t('caps.over'))).toBeVisible();
    expect(meter().elements()).toHaveLength(0);

    today.give();

    await expect.element(meter()).toBeVisible();
    expect(server.received('listCaps')).toHaveLength(2);
  });

  test.each([
    ['there are no caps now', {}],
    ['the operator offers none', { permissions: { cards: ['card'], trips: ['card-trips-history-table'] } }],
  ])('shows nothing where %s', async (_, user) => {
    signIn(user);
    server.answer('listCaps', () => buildCapList({ caps: [] }));
    await openPortal('/card?id=1');
    await expect.element(page.getByText(t('cards.lastWeek'))).toBeVisible();

    await expect.poll(() => panel().elements()).toHaveLength(0);
    expect(server.received('listCaps')).toHaveLength('permissions' in user ? 0 : 1);
  });
});

describe('home', () => {
  test('shows for each card that travelled the cap that it reaches next, with a place for it while it loads', async () => {
    const answer = held(
      buildCapList(
        { caps: [buildCap(), buildCap({ period: 'month', to: '2026-12-01T09:30:00Z', left: cad(9000) })] },
        { cardId: 2, cardName: 'My watch', caps: [buildCap({ paid: cad(280), left: cad(695) })] },
        { cardId: 3, cardName: 'Spare', caps: [buildCap({ trips: 0 })] },
      ),
    );
    server.answer('listCaps', answer.answer);
    await openPortal('/');
    await expect.element(page.getByRole('region', { name: t('home.spendHeading') })).toBeVisible();
    expect(panel().elements()).toHaveLength(0);

    answer.give();

    await expect.element(meter().first()).toHaveAccessibleName('Everyday card Today until 04:30 $5.60 of $9.75');
    await expect.element(meter().nth(1)).toHaveAccessibleName('My watch Today until 04:30 $2.80 of $9.75');
    expect(meter().elements()).toHaveLength(2);
    await says(t('caps.apart'));
  });
});
