import { locales, toBcp47 } from '@tapfolio/domain/locale.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { findCovered, readPdf, readText } from '../../../test/pdf.ts';
import { cad, config, payment } from '../../../test/receipt-fixture.ts';
import { createDocumentCompiler } from '../../documents/threaded-compiler.ts';
import { type StatementSource, writeStatement } from './statement-document.ts';
import type { StatementLine } from './statement-lines.ts';

const compiler = createDocumentCompiler({ timeoutMs: 120_000 });
afterAll(() => compiler.close());

const gbp = (amountMinor: number) => ({ amountMinor, currency: 'GBP' });
const everyday = { cardId: 1, cardName: 'Everyday' };
const watch = { cardId: 2, cardName: 'Watch' };

function line(changes: Partial<typeof payment>, card: typeof everyday = everyday): StatementLine {
  return { ...card, id: payment.id, payment: { ...payment, ...changes }, forWork: null };
}

const refund = { reason: 'refund', due: cad(0), paid: cad(-300), total: cad(-300), tripCount: 0 } as const;
const lines = [
  line({ serviceDay: '2026-02-28' }),
  line({ serviceDay: '2026-03-02' }, watch),
  line({ serviceDay: '2026-03-03', paid: gbp(520), due: gbp(520), total: gbp(520) }, watch),
  line({ serviceDay: '2026-03-04', ...refund }),
  line({ serviceDay: '2026-03-05', status: 'open', paid: cad(0), srid: null }),
  line({ serviceDay: '2026-03-06', status: 'corrupted' }),
  line({ serviceDay: '2026-03-07', reason: 'debt_recovery', total: cad(0), tripCount: 0 }),
];

/** What a statement is made of. */
function source(changes: Partial<StatementSource> = {}): StatementSource {
  return {
    passenger: 'Mia Roy',
    firstDay: '2026-02-28',
    lastDay: '2026-03-31',
    cards: [
      { cardId: 2, name: 'Watch', scheme: 'VISA', lastFour: null },
      { cardId: 1, name: 'Everyday', scheme: 'VISA', lastFour: '4242' },
    ],
    lines,
    prefix: 'OCT*',
    madeAt: new Date('2026-04-02T14:30:00Z'),
    only: undefined,
    ...changes,
  };
}

describe('the words of a travel statement', () => {
  it('name the passenger, the days, the cards and when it was made, in the time of the operator', async () => {
    const { facts, title, documentTitle, issuer } = await writeStatement(config, source(), 'en_CA');

    expect(facts).toEqual([
      { name: 'Passenger', value: 'Mia Roy' },
      { name: 'Period', value: '2026/02/28 to 2026/03/31' },
      { name: 'Cards', value: 'Watch, Everyday (Visa ending in 4242)' },
      { name: 'Made on', value: '2026/04/02 10:30' },
    ]);
    expect([title, documentTitle]).toEqual([
      'Travel statement',
      'Travel statement, 2026/02/28 to 2026/03/31, Lakeshore Transit',
    ]);
    expect(issuer.name).toBe('Lakeshore Transit Commission');
  });

  it('list each payment, with dashes where an amount is not known or counts on another row', async () => {
    const { payments } = await writeStatement(config, source(), 'en_CA');

    expect(payments.head).toHaveLength(9);
    expect(
      payments.rows.map(([day, , reason, reference, status, , ...money]) => [day, reason, reference, status, ...money]),
    ).toEqual([
      ['2026/02/28', 'Trip', 'OCT*E0ZKJ1J6R9ZJZR', 'Paid', '$7.40', '$0.00', '$7.40'],
      ['2026/03/02', 'Trip', 'OCT*E0ZKJ1J6R9ZJZR', 'Paid', '$7.40', '$0.00', '$7.40'],
      ['2026/03/03', 'Trip', 'OCT*E0ZKJ1J6R9ZJZR', 'Paid', '£5.20', '£0.00', '£5.20'],
      ['2026/03/04', 'Refund', 'OCT*E0ZKJ1J6R9ZJZR', 'Refunded', '$0.00', '$3.00', '-$3.00'],
      ['2026/03/05', 'Trip', '–', 'Open', '$0.00', '$0.00', '$0.00'],
      ['2026/03/06', 'Trip', 'OCT*E0ZKJ1J6R9ZJZR', 'Error', '–', '–', '–'],
      ['2026/03/07', 'Unpaid fare, now paid', 'OCT*E0ZKJ1J6R9ZJZR', 'Paid', '–', '–', '–'],
    ]);
  });

  it('sum each card and month, and each currency, and never add two currencies up', async () => {
    const { sums, totals } = await writeStatement(config, source(), 'en_CA');

    expect(sums.rows).toEqual([
      ['Watch', 'March 2026', '1', '$7.40', '$0.00', '$7.40'],
      ['Watch', 'March 2026', '1', '£5.20', '£0.00', '£5.20'],
      ['Everyday', 'February 2026', '1', '$7.40', '$0.00', '$7.40'],
      ['Everyday', 'March 2026', '4', '$0.00', '$3.00', '-$3.00'],
    ]);
    expect(totals).toEqual([
      { name: 'Paid in total', value: '$11.80' },
      { name: 'Paid in total', value: '£5.20' },
    ]);
  });
});

describe('the document of a travel statement', () => {
  const compile = async (changes: Partial<StatementSource> = {}, locale: (typeof locales)[number] = 'en_CA') =>
    await compiler.compile('travel-statement', await writeStatement(config, source(changes), locale));

  it.each(locales)('is a tagged PDF/UA-1 in %s, in which no text covers another', async (locale) => {
    const pdf = await compile({}, locale);

    const facts = await readPdf(pdf);
    expect(facts).toMatchObject({
      language: toBcp47(locale),
      isTagged: true,
      isMarked: true,
      showsTitle: true,
      universalAccess: '1',
      // Six of the sums, and nine of the payments on both sheets.
      headerCells: 24,
    });
    expect(facts.title).toContain('Lakeshore Transit');
    for (const words of ['Mia Roy', 'OCT*E0ZKJ1J6R9ZJZR', 'Everyday', 'Lakeshore Transit Commission'])
      expect(facts.words).toContain(words);
    expect(await findCovered(pdf, 842 - 62)).toEqual([]);
  });

  it('shows what a card or a passenger is called as it is, and runs nothing of it', async () => {
    const passenger = '= Title $1$ \\ #strong[Mia] 北';
    const pdf = await compile({ passenger, lines: [line({}, { cardId: 1, cardName: '#panic("x")' })] });

    const { words } = await readPdf(pdf);
    expect(words).toContain('= Title $1$ \\ #strong[Mia] ?');
    // In both tables.
    expect(words.match(/#panic\("x"\)/g)).toHaveLength(2);
  });

  it('has room for the longest name of a card and large amounts', async () => {
    const cardName = 'Straßenbahnbetriebsgesellschaftskarte von Oma und Opa';
    const large = { amountMinor: 123_456_789, currency: 'CAD' };
    const long = line(
      { reason: 'debt_recovery', countsByItself: true, status: 'card_dead', paid: large },
      { cardId: 1, cardName },
    );

    for (const locale of locales)
      expect(await findCovered(await compile({ lines: [long] }, locale), 842 - 62)).toEqual([]);
    // A statement of trips for work has other columns.
    const lines = [{ ...long, forWork: large }];
    expect(await findCovered(await compile({ lines, only: 'work' }, 'fr_CA'), 842 - 62)).toEqual([]);
  });

  it('has a thousand payments on numbered sheets, each with the head of the table', async () => {
    const pdf = await compile({ lines: Array.from({ length: 1000 }, () => line({})) });

    const { words } = await readPdf(pdf);
    expect(words.match(/OCT\*E0ZKJ1J6R9ZJZR/g)).toHaveLength(1000);
    const shown = await readText(pdf);
    const sheets = shown.match(/Page \d+ of \d+/g) ?? [];
    expect(sheets.length).toBeGreaterThan(20);
    expect(sheets.at(-1)).toBe(`Page ${sheets.length} of ${sheets.length}`);
    expect(shown.match(/On your bank statement/g)).toHaveLength(sheets.length);
  });
});
