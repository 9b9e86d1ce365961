import { minuteMs } from '@tapfolio/domain/durations.ts';
import { type Locale, locales } from '@tapfolio/domain/locale.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { openPortal, renderPart, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList } from '../../../test/travel-fixtures.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { noteServerTime } from '../../lib/server-clock.ts';
import { PeriodFilter } from './period-filter.tsx';

const days = { timeZone: 'America/Toronto', dayCut: '04:30' };

test('the open form shows the current period after the browser went back to another one', async () => {
  const of = (range: { from?: string }) => <PeriodFilter history={{ range, setRange: () => {} }} days={days} />;
  const screen = await renderPart(of({ from: '2026-11-01T09:30:00Z' }));
  await screen.getByRole('button', { expanded: false }).click();
  const from = screen.getByLabelText(t('common.filterFrom'), { exact: true });
  await expect.element(from).toHaveValue('2026/11/01');

  await screen.rerender(of({}));

  await expect.element(from).toHaveValue('');
});

test('“Today” is the day of the press, also on a page that has been open since yesterday', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const setRange = vi.fn();
  const screen = await renderPart(<PeriodFilter history={{ range: {}, setRange }} days={days} />);
  await screen.getByRole('button', { expanded: false }).click();
  const today = screen.getByRole('button', { name: t('common.preset.today') });
  await expect.element(today).toBeVisible();
  vi.setSystemTime(new Date('2026-11-21T17:00:00Z'));

  await today.click();

  expect(setRange).toHaveBeenCalledWith({ from: '2026-11-21T09:30:00.000Z', to: '2026-11-22T09:30:00.000Z' });
});

test('“Today” is no longer pressed when the day cut passes while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-21T09:29:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const range = { from: '2026-11-20T09:30:00.000Z', to: '2026-11-21T09:30:00.000Z' };
  const screen = await renderPart(<PeriodFilter history={{ range, setRange: () => {} }} days={days} />);
  const preset = (name: 'today' | 'last_month') => screen.getByText(t(`common.preset.${name}`)).element();
  expect(preset('today').getAttribute('aria-pressed')).toBe('true');

  vi.advanceTimersByTime(2 * minuteMs);

  await expect.poll(() => preset('today').getAttribute('aria-pressed')).toBe('false');
  expect(preset('last_month').getAttribute('aria-pressed')).toBe('false');
});

test('the ready-made periods and the years are those of the server, whatever the clock of the device says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-02-03T17:00:00Z') });
  noteServerTime('Thu, 01 Jan 2026 08:00:00 GMT');
  onTestFinished(() => {
    vi.useRealTimers();
    noteServerTime(new Date().toUTCString());
  });
  const setRange = vi.fn();
  const screen = await renderPart(<PeriodFilter history={{ range: {}, setRange }} days={days} />);
  await screen.getByRole('button', { expanded: false }).click();
  // It is 03:00 in Toronto: the service day is still the last one of the year before.
  await expect.element(screen.getByLabelText(t('common.filterYear'))).toHaveValue('2025');

  await screen.getByRole('button', { name: t('common.preset.this_month') }).click();

  expect(setRange).toHaveBeenCalledWith({ from: '2025-12-01T09:30:00.000Z', to: '2026-01-01T09:30:00.000Z' });
});

test.each(locales)('the card, the period and its presets stand in one line at 1280 px, in %s', async (locale) => {
  const { card, presets } = await openFilter(locale);

  expect(new Set([card, ...presets].map(topOf)).size).toBe(1);
});

test.each(locales)(
  'at 768 px the card and the period stand in one line, the presets in the next, in %s',
  async (locale) => {
    await page.viewport(768, 900);
    onTestFinished(() => page.viewport(1280, 800));

    const { screen, card, period, presets } = await openFilter(locale);

    expect(topOf(period)).toBe(topOf(card));
    expect(new Set(presets.map(topOf)).size).toBe(1);
    expect(Math.min(...presets.map(leftOf))).toBe(leftOf(card));

    await screen.getByRole('button', { name: new RegExp(`^${t('cards.period')}`) }).click();
    const box = screen.getByLabelText(t('common.filterFrom'), { exact: true });
    await expect.element(box).toBeVisible();
    expect(leftOf(box.element())).toBe(leftOf(card));
  },
);

const topOf = (part: Element): number => part.getBoundingClientRect().top;
const leftOf = (part: Element): number => part.getBoundingClientRect().left;

/** The filter of a passenger with two cards. */
async function openFilter(locale: Locale) {
  signIn({ display_language: locale }, { languages: { deployed: [...locales], hosts: {} } });
  server.answer('listTrips', () => ({ items: [], days: [], nextCursor: null }));
  server.answer('listCards', () => buildCardList([buildCard({ id: 1, name: 'Everyday Visa' }), buildCard({ id: 2 })]));
  await setLanguage(locale);
  const { screen } = await openPortal('/card/trips-history/1');
  const card = screen.getByRole('button', { name: /Everyday Visa/ });
  await expect.element(card).toBeVisible();
  const period = screen.getByRole('button', { name: new RegExp(`^${t('cards.period')}`) }).element();
  const presets = [...document.querySelectorAll('fieldset button')];
  expect(presets).toHaveLength(4);
  return { screen, card: card.element(), period, presets };
}
