/**
 * The bytes that each screen of the built web app loads, compressed as served, against its budget. Exits 1 if a screen is over.
 * Usage: npm run build && node bench/bytes.ts
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import type { RenderPages } from '@tapfolio/contracts/pages.ts';
import { loadConfig } from '../apps/server/src/config/config.ts';
import { presentPortalConfig } from '../apps/server/src/modules/settings/portal-config.present.ts';
import { readBuild } from '../apps/web/src/prerender/build.ts';
import { root } from './lib/process.ts';
import { type BenchResult, meetsGoal, report } from './lib/result.ts';

const dist = path.join(root, 'apps/web/dist');
const build = await readBuild(dist);

/** As the build has compressed it. */
const compressed = (file: string): number => statSync(path.join(dist, `${file}.br`)).size;

const scriptsOf = (modules: readonly string[]): ReadonlySet<string> => new Set(build.filesOf(modules).scripts);
const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + compressed(file), 0);
const screen = (name: string) => `src/app/routes/${name}.tsx`;

const texts = '../../packages/locales/src/generated/fr_CA/public.ts';
const login = scriptsOf([texts]);
// Every page loads these files as soon as it is visible.
const settled = scriptsOf([texts, 'soon']);
const shell = scriptsOf([texts, 'soon', 'frame']);

/** Loaded for a card with an unpaid fare, on every screen that shows the card. */
const unpaidFare = 'src/features/debts/components/debts-of-card.tsx';
/** What "Card refused?" opens, on the screen of a card and for a guest. */
const refusedDialog = 'src/app/card-refused/card-refused-dialog.tsx';
const guestRefusedDialog = 'src/app/card-refused/guest-refused-dialog.tsx';
const withHome = scriptsOf([texts, 'soon', 'frame', screen('passenger-area')]);
const withCard = scriptsOf([texts, 'soon', 'frame', screen('card')]);
const withReceipts = scriptsOf([texts, 'soon', screen('receipt-page')]);

/** Loaded on home and at a card where fares have caps. */
const capsPanel = 'src/features/caps/components/caps-panel.tsx';

/** Loaded when a passenger asks about a trip. */
const askDialog = 'src/features/questions/components/ask-dialog.tsx';
const withTrips = scriptsOf([texts, 'soon', 'frame', screen('trips-history')]);

/** A screen's own scripts: those that are not loaded yet when it opens. */
function beyond(base: ReadonlySet<string>, modules: readonly string[]): number {
  return sum([...scriptsOf(modules)].filter((file) => !base.has(file)));
}

/** The sign-in page of the demo's operator, with its inline styles. */
async function loginPage(): Promise<string> {
  // The build exports it, see contracts/pages.ts.
  const renderer = (await import(pathToFileURL(path.join(dist, 'server/pages.js')).href)) as {
    renderPages: RenderPages;
  };
  const home = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bytes-'));
  const { config } = loadConfig(path.join(root, 'config/demo.json'), { TAPFOLIO_DATA: home });
  rmSync(home, { recursive: true, force: true });
  const request = { config: presentPortalConfig(config), theme: config.brand.theme, folder: dist };
  const pages = await renderer.renderPages(request);
  return pages.find(({ name, locale }) => name === 'login' && locale === 'fr_CA')?.html ?? '';
}

function row(name: string, bytes: number, goalKilobytes: number, detail = 'brotli, as served'): BenchResult {
  return { name, measured: Math.round(bytes / 100) / 10, unit: 'kB', goal: goalKilobytes, better: 'less', detail };
}

// Goals stand about 5 % above what was measured when they were set. Decision 0043 says what the pages got for higher ones.
const areaScreens = ['passenger-area', 'card', 'card-add', 'account-edit', 'questions'];
const histories = ['payments-history', 'products-history', 'card-favourites'];
// Every other screen, also a new one; sign-in is a part of the first page.
const publicScreens = readdirSync(path.join(root, 'apps/web/src/app/routes'))
  .flatMap((file) => /^([\w-]+)\.tsx$/.exec(file)?.[1] ?? [])
  .filter((name) => ![...areaScreens, 'trips-history', ...histories, 'login'].includes(name));

const assets = readdirSync(path.join(dist, 'assets')).map((name) => `assets/${name}`);
const largest = (pattern: RegExp): number => Math.max(...assets.filter((name) => pattern.test(name)).map(compressed));

const html = await loginPage();
const requests = 1 + [...html.matchAll(/<(?:script[^>]* src|link rel="(?:modulepreload|stylesheet)")/g)].length;
const rows: BenchResult[] = [
  row('login, all scripts', sum(login), 104),
  row('login, page and styles', zlib.brotliCompressSync(html).length, 8.2),
  {
    name: 'login, requests until usable',
    measured: requests,
    unit: 'requests',
    goal: 6,
    better: 'less',
    detail: 'page and scripts; the icon and what comes after it shows not counted',
  },
  row('after a page shows', beyond(login, ['soon']), 11.1),
  // The page of receipts is also the place of a guest whose card was refused: it has a button for that.
  ...publicScreens.map((name) => row(name, beyond(settled, [screen(name)]), name === 'receipt-page' ? 7.4 : 6.6)),
  row('signed-in frame', beyond(settled, ['frame']), 16.7),
  ...areaScreens.map((name) => row(name, beyond(shell, [screen(name)]), 15.8)),
  // Beside the list: which trips are for work, and which look wrong.
  row('trips-history with its filter', beyond(shell, [screen('trips-history')]), 23.6),
  ...histories.map((name) => row(`${name} with its filter`, beyond(shell, [screen(name)]), 21)),
  row('what an unpaid fare adds', beyond(withHome, [unpaidFare]), 8),
  row('what caps add', beyond(withHome, [capsPanel]), 1.9),
  row('what “Card refused?” opens', beyond(withCard, [refusedDialog]), 3.9),
  // Without the cache of answers, which the page of receipts does not have.
  row('what it opens without an account', beyond(withReceipts, [guestRefusedDialog]), 5.3),
  row('what the dialog of a question adds', beyond(withTrips, [askDialog]), 6.6),
  row('texts of the first page, largest language', largest(/texts-public-.*\.js$/), 1.5),
  row('all other texts, largest language', largest(/texts-rest-.*\.js$/), 18.6),
  row('texts of questions, largest language', largest(/texts-questions-.*\.js$/), 2.2),
  row('texts of caps, largest language', largest(/texts-caps-.*\.js$/), 1),
  row('largest style file', largest(/\.css$/), 6),
];

for (const result of rows) {
  const figures = `${String(result.measured).padStart(6)} of ${String(result.goal).padStart(4)} ${result.unit}`;
  process.stdout.write(`${meetsGoal(result) ? '    ' : 'OVER'} ${figures}  ${result.name}\n`);
}
report(rows);
process.exitCode = rows.every(meetsGoal) ? 0 : 1;
