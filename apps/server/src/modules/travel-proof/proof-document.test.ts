import { mostProofTrips } from '@tapfolio/contracts/limits.ts';
import { tripSummary } from '@tapfolio/contracts/trips.ts';
import { locales, toBcp47 } from '@tapfolio/domain/locale.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { nullsOf } from '../../../../../packages/contracts/test/nulls-of.ts';
import { findCovered, readPdf, readText } from '../../../test/pdf.ts';
import { cad, config, trip as related } from '../../../test/receipt-fixture.ts';
import { createDocumentCompiler } from '../../documents/threaded-compiler.ts';
import type { RefundableTrip } from '../trips/trips.service.ts';
import { type ProofSource, writeProof } from './proof-document.ts';
import type { ProvenTrip } from './proof-trips.ts';

const compiler = createDocumentCompiler({ timeoutMs: 120_000 });
afterAll(() => compiler.close());

const everyday = { cardId: 1, cardName: 'Everyday', cardNumber: { scheme: 'VISA', lastFour: '4242' } };
const { price: fare, fullPrice: _, refund: __, ...facts } = related;
const summary = tripSummary.parse({
  ...nullsOf(tripSummary),
  ...facts,
  status: 'calculated',
  fare,
  startedAt: '2026-03-01T14:00:00Z',
  endedAt: '2026-03-01T14:20:00Z',
  updatedAt: '2026-03-01T15:00:00Z',
  srid: 'E0ZKJ1J6R9ZJZR',
});

type OfCard = Pick<ProvenTrip, 'cardId' | 'cardName' | 'cardNumber'>;

function proven(changes: Partial<RefundableTrip>, card: OfCard = everyday): ProvenTrip {
  return { ...card, trip: { ...summary, refund: null, ...changes }, isForWork: false };
}

const abroad = { operator: 'Over the border', timeZone: 'Europe/Paris', fare: { amountMinor: 210, currency: 'EUR' } };
const late = { startedAt: '2026-03-02T05:10:00Z', endedAt: '2026-03-02T05:30:00Z', srid: null };
const trips = [
  proven({}),
  proven(late, { ...everyday, cardName: 'Watch', cardNumber: { scheme: null, lastFour: '1881' } }),
  proven({ endedAt: null, to: null, line: null, transportType: 'metro' }),
  proven({ status: 'fallback', from: null, endedAt: summary.startedAt, fare: cad(990) }),
  proven({ status: 'provisional', from: '1016', endedAt: null }),
  proven(abroad),
];

/** What a proof is made of. */
function source(changes: Partial<ProofSource> = {}): ProofSource {
  return {
    passenger: 'Mia Roy',
    firstDay: '2026-03-01',
    lastDay: '2026-03-31',
    cards: [{ cardId: 1, name: 'Everyday', scheme: 'VISA', lastFour: '4242' }],
    trips,
    prefix: 'OCT*',
    dataUpTo: '2026-04-02T14:00:00Z',
    madeAt: new Date('2026-04-02T14:30:00Z'),
    only: undefined,
    ...changes,
  };
}

describe('the words of a proof of travel', () => {
  it('name the passenger, days, cards, how new it and its data are, and the operators of its rows with their zones', async () => {
    const { facts: said, title, documentTitle } = await writeProof(config, source(), 'en_CA');

    expect(said).toEqual([
      { name: 'Passenger', value: 'Mia Roy' },
      { name: 'Period', value: '2026/03/01 to 2026/03/31' },
      { name: 'Card', value: 'Everyday (Visa ending in 4242)' },
      { name: 'Made on', value: '2026/04/02 10:30' },
      { name: 'Data up to', value: '2026/04/02 10:00' },
      {
        name: 'Operators (time zones)',
        value: 'Lakeshore Transit (Eastern Time); Over the border (Central European Time)',
      },
    ]);
    expect([title, documentTitle]).toEqual([
      'Proof of travel',
      'Proof of travel, 2026/03/01 to 2026/03/31, Lakeshore Transit',
    ]);
  });

  it('name a single day once, and nobody and no age of the data that is not known', async () => {
    const one = source({ passenger: null, lastDay: '2026-03-01', dataUpTo: null, trips: trips.slice(0, 1) });

    const { facts: said } = await writeProof(config, one, 'en_CA');

    expect(said.map(({ name }) => name)).toEqual(['Period', 'Card', 'Made on', 'Operator (time zone)']);
    expect(said[0]?.value).toBe('2026/03/01');
  });

  it('list each trip with its taps in the zone of its operator, and never a tap that was not recorded', async () => {
    const { trips: listed } = await writeProof(config, source(), 'en_CA');

    const card = 'Everyday (Visa ending in 4242)';
    const reference = 'OCT*E0ZKJ1J6R9ZJZR';
    expect(listed.head).toEqual([
      'Day',
      'Card',
      'Check-in',
      'Check-out',
      'Line',
      'Status',
      'On your bank statement',
      'Fare',
    ]);
    expect(listed.rows.map(([day, ...row]) => [day === '2026/03/01', ...row])).toEqual([
      [true, card, '09:00, Harbour', '09:20, Hill', '11, Bus', 'Finished', reference, '$3.70'],
      [
        true,
        'Watch (Bank card ending in 1881)',
        '2026/03/02 00:10, Harbour',
        '2026/03/02 00:30, Hill',
        '11, Bus',
        'Finished',
        'Not in a payment yet',
        '$3.70',
      ],
      [true, card, '09:00, Harbour', 'No check-out', 'Metro', 'Finished', reference, '$3.70'],
      [true, card, 'No check-in', '09:00, Hill', '11, Bus', 'Broken', reference, '$9.90'],
      [true, card, '09:00, Stop 1016', 'Hill, time not recorded', '11, Bus', 'Started', reference, '$3.70'],
      [true, card, '15:00, Harbour', '15:20, Hill', '11, Bus (Over the border)', 'Finished', reference, '€2.10'],
    ]);
  });

  it('have no column of cards where all trips are of the one that is named already', async () => {
    const { trips: listed } = await writeProof(config, source({ trips: [proven({})] }), 'en_CA');

    expect(listed.head[1]).toBe('Check-in');
    expect(listed.rows[0]?.[1]).toBe('09:00, Harbour');
  });

  it('have a column of cards for one that the bank has replaced', async () => {
    const former = { ...everyday, cardNumber: { scheme: 'VISA', lastFour: '1111' } };

    const { trips: listed } = await writeProof(config, source({ trips: [proven({}, former)] }), 'en_CA');

    expect(listed.rows[0]?.[1]).toBe('Everyday (Visa ending in 1111)');
  });

  it('tell the times that clocks show twice apart', async () => {
    const night = { startedAt: '2026-11-01T05:30:00Z', endedAt: '2026-11-01T06:30:00Z', serviceDay: '2026-10-31' };

    const { trips: listed } = await writeProof(config, source({ trips: [proven(night)] }), 'en_CA');

    expect(listed.rows[0]?.slice(1, 3)).toEqual([
      '2026/11/01 01:30 (UTC-04:00), Harbour',
      '2026/11/01 01:30 (UTC-05:00), Hill',
    ]);
  });

  it('sum each currency, with refunds apart, and say only what the rows need', async () => {
    const refunded = [...trips, proven({ refund: { reason: null, amount: cad(125) } })];

    const plain = await writeProof(config, source({ trips: trips.slice(0, 2) }), 'en_CA');
    const full = await writeProof(config, source({ trips: refunded }), 'en_CA');

    expect(plain.totals).toEqual([{ name: 'Fares in total', value: '$7.40' }]);
    expect(plain.notes).toEqual([]);
    expect(plain.shows).toMatch(/^This document shows the taps .* not by this document\.$/);
    expect(full.totals).toEqual([
      { name: 'Fares in total', value: '$28.40' },
      { name: 'Fares in total', value: '€2.10' },
      { name: 'Refunded in total', value: '$1.25' },
    ]);
    expect(full.notes).toHaveLength(4);
    expect(full.trips.head.slice(-2)).toEqual(['Refunded', 'Fare']);
    expect(full.trips.rows.map((row) => row.at(-2))).toEqual(['–', '–', '–', '–', '–', '–', '$1.25']);
  });
});

describe('the document of a proof of travel', () => {
  const compile = async (changes: Partial<ProofSource> = {}, locale: (typeof locales)[number] = 'en_CA') =>
    await compiler.compile('travel-proof', await writeProof(config, source(changes), locale));

  it.each(locales)('is a tagged PDF/UA-1 in %s, in which no text covers another', async (locale) => {
    const stop = 'Straßenbahnbetriebsgesellschaftshaltestelle';
    const widest = { amountMinor: 123_456_789, currency: 'CAD' };
    const long = proven(
      { from: stop, to: `${stop} Nord`, fare: widest, refund: { reason: null, amount: widest } },
      { ...everyday, cardName: 'Straßenbahnbetriebsgesellschaftskarte von Oma und Opa' },
    );
    const pdf = await compile({ trips: [...trips, long] }, locale);

    const read = await readPdf(pdf);
    expect(read).toMatchObject({
      language: toBcp47(locale),
      isTagged: true,
      isMarked: true,
      showsTitle: true,
      universalAccess: '1',
    });
    // Nine on each sheet.
    expect(read.headerCells % 9).toBe(0);
    expect(read.title).toContain('Lakeshore Transit');
    for (const words of ['Mia Roy', 'OCT*E0ZKJ1J6R9ZJZR', 'Everyday', 'Harbour', 'Over the border'])
      expect(read.words).toContain(words);
    expect(await findCovered(pdf, 842 - 62)).toEqual([]);
  });

  it('shows what stops, lines and operators are called as it is, and runs nothing of it', async () => {
    const pdf = await compile({
      trips: [proven({ from: '#panic("x")', to: '= Title $1$', operator: '\\ #strong[A]' })],
    });

    const { words } = await readPdf(pdf);
    for (const said of ['#panic("x")', '= Title $1$', '\\ #strong[A]']) expect(words).toContain(said);
  });

  it('has numbered sheets, each with the head of the table', async () => {
    const pdf = await compile({ trips: Array.from({ length: 60 }, () => proven({})) });

    const shown = await readText(pdf);
    expect(shown.match(/OCT\*E0ZKJ1J6R9ZJZR/g)).toHaveLength(60);
    const sheets = shown.match(/Page \d+ of \d+/g) ?? [];
    expect(sheets.length).toBeGreaterThan(2);
    expect(sheets.at(-1)).toBe(`Page ${sheets.length} of ${sheets.length}`);
    expect(shown.match(/On your bank statement/g)).toHaveLength(sheets.length);
  });

  it('has room for as many trips as a proof may have, and leaves out the end of very long names', async () => {
    const name = 'Straßenbahnhaltestelle am '.repeat(20);
    const line = { id: 'L', name, longName: null, color: null, textColor: null };
    const long = proven({ from: name, to: name, line, operator: name });
    const many = { trips: Array.from({ length: mostProofTrips }, () => long) };

    const { trips: written } = await writeProof(config, source(many), 'en_CA');
    const pdf = await compile(many);

    const texts = written.rows[0]?.slice(1, 4) ?? [];
    expect(texts.map((text) => text.length < 260 && text.includes('…'))).toEqual([true, true, true]);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  });
});
