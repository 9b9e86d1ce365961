import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { emptyTables, importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { deposit, v3, writePsv } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { sharedData } from '../../../test/shared-data.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { littlepay } from '../littlepay/format.ts';
import { elavon } from './format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const ofPayments = `select count(*)::int as payments, sum(due_minor)::int as due, sum(paid_minor)::int as paid,
  count(*) filter (where status = 'accepted')::int as accepted, min(currency::text) as currency from payments`;
const ofBank = 'select sum(amount_minor)::int as bank from settlements where approved';
const sums = async () => ({ ...(await one(pool, ofPayments)), ...(await one(pool, ofBank)) });

describe('deposits of the bank', () => {
  it.each([
    ['JPY', 392, '360', '¥360', 360],
    ['JPY', 392, '360', '$360.00', 360],
    ['KWD', 414, '1.234', '$1.234', 1234],
    ['EUR', 978, '1.23', '€1.23', 123],
    ['EUR', 978, '1234.5', '1\u00a0234.50 €', 123_450],
    ['GBP', 826, '1234567.89', '£ 1,234,567.89', 123_456_789],
  ])('have exact amounts in the smallest unit of %s', async (currency, currency_code, amount, told, minor) => {
    const operator = { ...participant, currency };
    await deliver(
      url,
      {
        taps: [v3.tap('T', '2025-10-03T08:00:00.000Z')],
        links: [v3.link('T', 'M')],
        fares: [v3.fare('M', 'A', amount, { currency_code })],
        answers: [v3.answer('A', '2025-10-04T03:30:00Z', 'AUTHORISED', { amount, currency_code })],
        deposits: [deposit('rrn of A', told, { currency_code })],
      },
      { operator },
    );

    expect(await sums()).toEqual({
      ...{ payments: 1, due: minor, paid: minor, accepted: 1, currency, bank: minor },
    });
  });
});

describe('a deposit in another currency than its payment', () => {
  const euro = { currency_code: 978 };
  const asked = {
    taps: [v3.tap('T', '2025-10-03T08:00:00.000Z')],
    links: [v3.link('T', 'M')],
    fares: [v3.fare('M', 'A', '3.60')],
    answers: [v3.answer('A', '2025-10-04T03:30:00Z', 'AUTHORISED')],
  };

  const files = new Map<string, Parameters<typeof deliver>[1]>([
    ['travel', asked],
    ['bank', { deposits: [deposit('rrn of A', '$3.60', euro)] }],
  ]);
  const unpaid = { payments: 1, due: 360, paid: 0, accepted: 0, currency: 'GBP', bank: null };

  it('does not stand for a settlement that was not delivered, in every order of the files', async () => {
    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: [...files.keys()],
      importOne: async (name) => void (await deliver(url, files.get(name) ?? {})),
      outcome: sums,
    });

    expect(outcomes).toEqual([unpaid]);
  });

  it('does not settle a pending one, and the report says so', async () => {
    const pending = v3.settlement('S', 'A', '3.60', { settlement_status: 'PENDING' });
    const reports = await deliver(url, { ...asked, settlements: [pending], ...files.get('bank') });

    expect(await sums()).toEqual(unpaid);
    expect(reports.flatMap(({ notes }) => [...notes.keys()])).toContain(
      'a deposit has another currency than the payment that it names; it counts in no payment',
    );
  });

  it.each([
    { home: 'CAD', currency: 'JPY', code: 392, cost: '360', minor: 360 },
    { home: 'KWD', currency: 'GBP', code: 826, cost: '3.60', minor: 360 },
  ])(
    'has the decimals of its payment in $currency if it names none and the home operator charges in $home, and so has a chargeback',
    async ({ home, currency, code, cost, minor }) => {
      const operator = { ...participant, currency: home };
      const ofCode = { currency_code: code };
      const answers = [v3.answer('A', '2025-10-04T03:30:00Z', 'AUTHORISED', { amount: cost, ...ofCode })];
      const travelOfCode = { ...asked, fares: [v3.fare('M', 'A', cost, ofCode)], answers };
      const nameless = { currency_code: '' };
      const back = { ...nameless, batch_type: 'C', chargeback_control_no: '1' };

      await deliver(url, { ...travelOfCode, deposits: [deposit('rrn of A', cost, nameless)] }, { operator });
      expect(await sums()).toEqual({ payments: 1, due: minor, paid: minor, accepted: 1, currency, bank: minor });

      await deliver(url, { deposits: [deposit('rrn of A', cost, back)] }, { at: '202510060430', operator });
      const chargebacks = await one(pool, 'select amount_minor::int as minor, currency from chargebacks');
      expect(chargebacks).toEqual({ minor, currency });
    },
  );

  it('is not meant by a file that names no currency', async () => {
    const nameless = deposit('rrn of A', '$3.60', { currency_code: '' });
    await deliver(url, { ...asked, deposits: [nameless] }, { operator: { ...participant, currency: 'EUR' } });

    expect(await sums()).toEqual({ ...unpaid, paid: 360, accepted: 1, bank: 360 });
  });
});

const sample = sharedData('tfl-contactless', 'littlepay');

it.skipIf(!sample)('of a real card pay its month exactly where the back office delivers no settlement', async () => {
  const folder = temporaryFolder();
  cpSync(sample ?? '', folder, { recursive: true });
  const place = path.join(folder, 'settlements');
  const [name = ''] = readdirSync(place);
  const [header = '', ...lines] = readFileSync(path.join(place, name), 'utf8').trimEnd().split('\n');
  const columns = header.split('|');
  const of = (line: string, column: string) => line.split('|')[columns.indexOf(column)] ?? '';
  rmSync(place, { recursive: true });
  const bank = writePsv(
    temporaryFolder(),
    '010PR001618FUND20251102.txt',
    lines.map((line) => deposit(of(line, 'retrieval_reference_number'), `$${of(line, 'amount')}`)),
  );

  await importInto(url, bank, [participant], { format: elavon });
  await importInto(url, folder, [participant], { format: littlepay });

  expect(await sums()).toEqual({
    ...{ payments: 26, due: 20_140, paid: 20_140, accepted: 26, currency: 'GBP', bank: 20_140 },
  });
});
