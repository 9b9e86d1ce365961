import { beginOfDay, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { afterAll, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { london, temporaryFolder, writeRows } from '../../test/feed-fixture.ts';
import { contradictionsOf } from '../../test/surfaces/contradictions-of.ts';
import { readSurfaces } from '../../test/surfaces/read-surfaces.ts';
import type { Operator } from '../config/config.operator.ts';
import { enghouse } from '../feeds/enghouse/format.ts';
import { importFolder } from '../feeds/import-folder.ts';
import { Importer } from '../feeds/importer.ts';
import { authRole } from './auth.ts';
import { portalRole } from './portal.ts';

/** Partners whose days begin in the hour that the clocks show twice in autumn, and in the one that they skip in spring. */
const toronto: Operator = {
  ...{ code: '78', name: 'Toronto', timeZone: 'America/Toronto', dayCut: '01:30', currency: 'CAD' },
  home: false,
};
const bratislava: Operator = {
  ...{ code: '79', name: 'Bratislava', timeZone: 'Europe/Bratislava', dayCut: '02:30', currency: 'EUR' },
  home: false,
};
const operators = [london, toronto, bratislava];
/** The days on which their clocks change, and those after them. */
const days = ['2026-03-08', '2026-03-09', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26', '2026-11-01'];
/** Around the beginning of a day, in seconds. In autumn the clocks show a time before the cut again 45 minutes after it. */
const around = [-3600, -1, 0, 2700];

const vat = [{ name: 'VAT', percent: '20' }];
const testApp = await createTestApp([authRole, portalRole], {
  config: { operators, legal: { ...testConfig().legal, vatRates: { GBP: vat, EUR: vat, CAD: vat } } },
});
const { pool, url, context } = testApp;
const importer = await Importer.open({ databaseUrl: url, operators, mediumKey: context.secrets.mediumKey });
afterAll(() => importer.close());

const instants = operators.flatMap((operator) =>
  days.flatMap((day) =>
    around.map((seconds) => ({
      operator,
      at: new Date(Date.parse(beginOfDay(day, operator)) + seconds * 1000).toISOString(),
    })),
  ),
);
/** Each trip is a payment of its own. The amounts tell them apart. */
const journeys = instants.map((one, at) => ({
  ...one,
  amount: 100 + at,
  srid: `DAYCUTS${at + 1000}TEST`.slice(0, 14),
}));

function writeExport(): string {
  const folder = temporaryFolder();
  const rowsOf = ({ operator, at, amount, srid: payment_reference }: (typeof journeys)[number]) => {
    const own = { payment_reference, operator_id: operator.code, token: 'card' };
    const window = { ...own, id: `W${amount}`, stage: 'Closed', amount_settled: amount, amount_to_settle: amount };
    const fare = { id: `F${amount}`, tap_id: `T${amount}`, amount, operator_id: operator.code };
    return {
      tap: { ...own, tap_id: `T${amount}`, terminal_date: at, currency: operator.currency, fare_mode: 'on' },
      tr: { ...fare, start_dttm: at, end_dttm: at },
      pw: { ...window, open_date: at },
    };
  };
  const rows = journeys.map(rowsOf);
  for (const entity of ['tap', 'tr', 'pw'] as const)
    writeRows(
      folder,
      `${entity}-2026-11-02.csv`,
      rows.map((row) => row[entity]),
    );
  return folder;
}

it('each trip and payment is of the day of its own operator, on all surfaces, while the clocks change', async () => {
  const passenger = await testApp.signIn();
  await importFolder(importer, writeExport(), { format: enghouse });
  const { rows } = await pool.query<{ medium_id: string }>('select medium_id from media');
  await buildCard(pool, { passenger_id: passenger.passengerId, medium_id: rows[0]?.medium_id ?? '' });

  const surfaces = await readSurfaces(testApp, passenger, { withExport: true });

  const [card] = surfaces.cards;
  const shown = new Map(card?.trips.items.map(({ fare, serviceDay }) => [fare.amountMinor, serviceDay]));
  const charged = new Map(card?.payments.items.map(({ due, serviceDay }) => [due.amountMinor, serviceDay]));
  const told = journeys.map(({ amount, at }) => [at, shown.get(amount), charged.get(amount)]);
  expect(told).toEqual(
    journeys.map(({ at, operator }) => {
      const day = serviceDayOf(at, operator);
      return [at, day, day];
    }),
  );
  expect((await contradictionsOf(surfaces, context.config)).join('\n')).toBe('');
});
