import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findCovered, placesOf, readPdf } from '../../test/pdf.ts';
import { AppError } from '../lib/app-error.ts';
import { createDocumentCompiler } from './threaded-compiler.ts';

const listing = { title: 'Taxes', head: ['Tax', 'Rate', 'Amount'], rows: [['VAT', '5 %', '0.10']] };

/** An ordinary receipt; the template describes its fields. */
function data(overrides: object = {}): object {
  return {
    language: 'en',
    region: 'CA',
    documentTitle: 'Receipt 1',
    title: 'Receipt',
    brand: 'Transit',
    colon: ': ',
    date: { year: 2026, month: 3, day: 1, hour: 0, minute: 0, second: 0 },
    facts: [{ name: 'Reference', value: 'ABC' }],
    trips: null,
    products: null,
    sums: [],
    refunds: [],
    taxes: { ...listing, netName: 'Net', net: '1.90' },
    total: { name: 'Total', value: '2.00' },
    note: null,
    issuer: { title: 'Issued by', name: 'Transit', lines: ['Transit', 'Street 1'] },
    page: '{page}/{pages}',
    ...overrides,
  };
}

/** In points. */
const a4Width = 595;
const margin = 62;
const compiler = createDocumentCompiler({ documentsPerThread: 2 });
afterAll(() => compiler.close());

describe('the receipt compiler', () => {
  it('makes documents in any order and continues in a new thread when one is used up', async () => {
    let threads = 0;
    const count = () => {
      threads += 1;
    };
    process.on('worker', count);
    onTestFinished(() => void process.off('worker', count));

    const pdfs = await Promise.all(Array.from({ length: 5 }, () => compiler.compile('receipt', data())));

    for (const pdf of pdfs) expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(new Set(pdfs.map((pdf) => Buffer.from(pdf).toString('base64'))).size).toBe(1);
    expect(threads).toBe(3);
  });

  it.each([
    '地下鉄',
    '🙂',
    '\u0007',
    'שלום',
    '#panic("x")',
    '$1 + 1$',
    '= Title',
    '\\',
    '"quoted"',
    '\u202e',
    '\ud800',
  ])('makes a document whatever a name holds (%j)', async (brand) => {
    const pdf = await compiler.compile('receipt', data({ brand }));

    expect(pdf.length).toBeGreaterThan(1000);
  });

  it.each([
    ['of a partner with a long name', ["Société de transport de l'Outaouais", 'Express Aylmer – Centre-ville']],
    ['of a partner whose name is one long word', ['Straßenbahnbetriebsgesellschaft', 'Verkehrsgesellschaft']],
    [
      'of a partner whose name is in no letters of the font',
      ['بطاقة العمل الجديدة للترام والحافلات', 'خط المدينة القديمة والميناء'],
    ],
  ])('lets no text of a table cover another: trips %s', async (_, names) => {
    const trips = [
      'Station Rivermead (plateforme B) à Terrasses de la Chaudière (plafond quotidien de 8,75 $ atteint)',
      'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik à stop_12_platform_3_level_minus_1_entrance_b',
    ];
    const rows = trips.map((trip) => [...names, trip, '24/11/2026 08 h 12 min', '1 000 000,00 $']);

    const pdf = await compiler.compile(
      'receipt',
      data({ trips: { title: 'Trajets', head: ['Exploitant', 'Ligne', 'Trajet', 'Heure', 'Prix'], rows } }),
    );

    expect(await findCovered(pdf, a4Width - margin)).toEqual([]);
  });

  it('puts the values below one another, and every amount at the end of its line below those of the table', async () => {
    const facts = [
      { name: 'Reference', value: 'ABC' },
      { name: 'Day', value: 'Sunday' },
    ];
    const sums = [{ name: 'Sum', value: '1.50' }];
    const pdf = await compiler.compile('receipt', data({ facts, sums }));

    const [first, second] = await placesOf(pdf, ['ABC', 'Sunday']);
    const amounts = await placesOf(pdf, ['0.10', '1.50', '1.90', '2.00']);
    expect(second?.left).toBe(first?.left);
    expect(amounts.map((place) => place?.right)).toEqual(amounts.map(() => a4Width - margin));
    const [title, column] = await placesOf(pdf, ['Receipt', 'Tax']);
    expect(column?.left).toBe(title?.left);
  });

  it('leaves no invisible characters in a word that it breaks, so that a copied word can be searched for', async () => {
    const longName = 'stop_12_platform_3_level_minus_1_entrance_b';
    const rows = [['Verkehrsgesellschaft', 'Ligne', longName, '24/11/2026 08 h 12 min', '1 000 000,00 $']];

    const pdf = await compiler.compile(
      'receipt',
      data({ trips: { title: 'Trajets', head: ['Exploitant', 'Ligne', 'Trajet', 'Heure', 'Prix'], rows } }),
    );

    const { words } = await readPdf(pdf);
    expect(words).toContain(longName);
    expect(words).not.toMatch(/\p{Cf}/u);
  });

  it('answers NWA0011 with the reason as cause, and continues', async () => {
    const failure = await compiler.compile('receipt', {}).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code: 'NWA0011' });
    expect(await compiler.compile('receipt', data())).toBeInstanceOf(Uint8Array);
  });

  it('loads Typst again for the next document after a load that failed', async () => {
    const threadFile = new URL('../../test/typst-that-fails.worker.ts', import.meta.url);
    const recovering = createDocumentCompiler({ threadFile });
    onTestFinished(() => recovering.close());
    vi.stubEnv('TEST_TYPST_FAILS', '1');

    const failure = await recovering.compile('receipt', data()).catch((error: unknown) => error);
    vi.unstubAllEnvs();

    const reason = expect.stringContaining('the document compiler is not available');
    expect(failure).toMatchObject({ code: 'NWA0011', cause: { message: reason } });
    expect(await recovering.compile('receipt', data())).toBeInstanceOf(Uint8Array);
  });

  it('gives up a document that takes too long', async () => {
    const impatient = createDocumentCompiler({ timeoutMs: 1 });

    await expect(impatient.compile('receipt', data())).rejects.toMatchObject({ code: 'NWA0011' });

    await impatient.close();
  });

  it('refuses documents beyond the queue, and all after its end', async () => {
    const small = createDocumentCompiler({ longestQueue: 1 });
    const made = [small.compile('receipt', data()), small.compile('receipt', data())];

    await expect(small.compile('receipt', data())).rejects.toMatchObject({ code: 'NWA0011' });

    await Promise.all(made);
    await small.close();
    await expect(small.compile('receipt', data())).rejects.toMatchObject({ code: 'NWA0011' });
  });
});
