import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freshStorage } from '../../../test/browser-globals.ts';
import { buildPortalConfig } from '../../../test/fixtures.ts';
import { loadTexts, setLanguage } from '../../lib/i18n.ts';
import { setPortalConfig } from '../../lib/portal-config.ts';
import { useDaysOf } from './days-of-history.ts';
import type { HistoryRoute } from './history-kind.ts';
import { PeriodFilter } from './period-filter.tsx';
import type { HistoryView } from './use-history.ts';

type Shown = Pick<HistoryView, 'range' | 'setRange'>;

beforeAll(async () => {
  freshStorage();
  setPortalConfig(buildPortalConfig());
  await setLanguage('en_CA');
  await loadTexts();
});

/** The filter of a history, of trips unless a test says otherwise. */
function Filter({ history, route = 'card-trips-history-table' }: { history: Shown; route?: HistoryRoute }) {
  return <PeriodFilter history={history} days={useDaysOf(route)} />;
}

const from = '2026-11-01T09:30:00Z';
const to = '2026-11-21T09:30:00Z';

test.each([
  [{}, 'Any time'],
  [{ from }, 'From 2026/11/01'],
  [{ to }, 'Until 2026/11/20'],
  [{ from, to }, '2026/11/01 to 2026/11/20'],
  [{ from, to: '2026-11-02T09:30:00Z' }, '2026/11/01'],
  [{ from: '2026-11-01T04:00:00Z', to: '2026-11-02T05:00:00Z' }, '2026/11/01 00:00 to 2026/11/01 23:59'],
  [{ from, to: '2026-11-20T13:31:00Z' }, '2026/11/01 04:30 to 2026/11/20 08:30'],
])('names the period %j', (range, words) => {
  const history = { range, setRange: () => {} };

  expect(
    renderToStaticMarkup(<Filter history={history} />)
      .replace(/<\/button>.*/, '')
      .replace(/<[^>]+>/g, ''),
  ).toBe(`Period ${words}`);
});

test('days begin at midnight if the stored configuration is of an older release', () => {
  const { dayCut: _, ...older } = buildPortalConfig();
  setPortalConfig(older);
  onTestFinished(() => setPortalConfig(buildPortalConfig()));
  const range = { from: '2026-11-01T04:00:00Z', to: '2026-11-02T05:00:00Z' };

  expect(renderToStaticMarkup(<Filter history={{ range, setRange: () => {} }} />)).toContain('2026/11/01</span>');
});

test('products begin to be valid at midnight, so their days are those of the calendar', () => {
  const history = { range: { from: '2026-12-01T05:00:00Z', to: '2026-12-02T05:00:00Z' }, setRange: () => {} };
  const words = renderToStaticMarkup(<Filter history={history} route="card-products-history-table" />);

  expect(words).toContain('2026/12/01</span>');
});
