import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../test/count-turns.ts';
import { exportTime } from '../delivered-files.ts';
import { readRows, splitFields } from './read-rows.ts';
import { field, instant, readHeader } from './values.ts';

async function rowsOf(text: string, pieceBytes = 3): Promise<[number, string][]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const rows: [number, string][] = [];
  for await (const batch of readRows(pieces(), ';'))
    rows.push(...batch.map(({ line, text }): [number, string] => [line, text]));
  return rows;
}

describe('readRows', () => {
  it.each([1, 2, 3, 1000])('cuts rows the same in pieces of %i bytes', async (pieceBytes) => {
    const rows = await rowsOf('\uFEFFa;é\r\nb;"x\r\ny"\n\nc;🚌', pieceBytes);

    expect(rows).toEqual([
      [1, 'a;é'],
      [2, 'b;"x\ny"'],
      [5, 'c;🚌'],
    ]);
  });

  it('loses only the faulty row when a quotation mark is never closed', async () => {
    const rows = await rowsOf(`a;"b\n${'c;d\n'.repeat(40)}`);

    expect(rows).toHaveLength(41);
    expect(rows[40]).toEqual([41, 'c;d']);
  });

  it('reads a quotation mark as a character when the following lines are complete rows', async () => {
    const whole = ['a;b;c;d', '1;2;"Stop 5;4', '1;2;3;4', '1;2;"Stop 17;4', '1;2;3;4', '1;2;Stop 6";4', '1;2;3;4'];

    const rows = await rowsOf(whole.join('\n'));

    expect(rows).toEqual(whole.map((text, index) => [index + 1, text]));
  });

  it('keeps two rows apart that have a quotation mark each', async () => {
    const whole = ['a;b;c;d', '1;2;"Stop 5;4', '1;2;Stop 6";4', '1;2;3;4'];

    expect((await rowsOf(whole.join('\n'))).map(([, text]) => text)).toEqual(whole);
  });

  it.each(['a;b;c;d\n1;2;3;"x\ny\n\nz"\n5;6;7;8', 'a;b\n1;"x\ny; z"\n5;6'])(
    'keeps a text with line ends in its field: %j',
    async (text) => {
      expect(await rowsOf(text)).toHaveLength(3);
    },
  );

  it.each([1, 3, 1000])(
    'cuts lines at CR if the first line ends with CR, in pieces of %i bytes',
    async (pieceBytes) => {
      expect(await rowsOf('a;b\rc;d\r\re;f', pieceBytes)).toEqual([
        [1, 'a;b'],
        [2, 'c;d'],
        [4, 'e;f'],
      ]);
    },
  );

  it('keeps the beginning of a line that has no end, and the number of the next line', async () => {
    const rows = await rowsOf(`a\n${'x'.repeat(3_000_000)}\nb`, 1 << 18);

    expect(rows.map(([line, text]) => [line, text.length])).toEqual([
      [1, 1],
      [2, 1 << 20],
      [3, 1],
    ]);
  });

  it('lets other work run while it looks for closing quotation marks', async () => {
    const turns = countTurns();

    const rows = await rowsOf(`a;b\n${'"x\n'.repeat(20_000)}`, 1 << 16);

    expect(rows).toHaveLength(20_001);
    expect(turns()).toBeGreaterThanOrEqual(10);
  });

  it('gives up a quotation mark after 65,536 characters, because it would read them again with every line', async () => {
    const long = `1;"${'x'.repeat(70_000)}`;

    const rows = await rowsOf(`a;b\n${long}\ny"\n2;"z\nz"`, 1 << 16);

    expect(rows).toEqual([
      [1, 'a;b'],
      [2, long],
      [3, 'y"'],
      [4, '2;"z\nz"'],
    ]);
  });

  it('drops characters that a text column cannot store', async () => {
    expect(await rowsOf('a\0b')).toEqual([[1, 'ab']]);
  });

  it.each(['2\0\0', '2.5\0', '-\x002', '2025-06-01T12:0\0:00Z'])(
    'shows them where they stand in a number: %j',
    async (cell) => {
      expect(await rowsOf(`First\0 Street;${cell};x`)).toEqual([[1, `First Street;${cell.replaceAll('\0', '␀')};x`]]);
    },
  );
});

describe('splitFields', () => {
  it.each([
    ['a;b;', ['a', 'b', '']],
    ['"a;b";c', ['a;b', 'c']],
    ['"say ""hi""";', ['say "hi"', '']],
    ['"a"b;c', ['"a"b', 'c']],
    ['5" pipe;c', ['5" pipe', 'c']],
    ['"open;c', ['"open', 'c']],
    ['"never;closed', ['"never', 'closed']],
    ['"odd" ;c', ['"odd" ', 'c']],
    ['', ['']],
  ])('splits %s', (text, fields) => {
    expect(splitFields(text, ';')).toEqual(fields);
  });
});

describe('readHeader', () => {
  it('finds columns in any spelling and order, also after a byte order mark', () => {
    const header = readHeader('\uFEFF Tap ID ;PAYMENT-REFERENCE;x', ';');

    expect(header.names).toEqual(['tap_id', 'payment_reference', 'x']);
    expect([header.at('payment_reference'), header.at('y')]).toEqual([1, -1]);
  });

  it('finds the last of many columns as fast as the first, and the first of two with one name', () => {
    const header = readHeader(`a;a;${Array.from({ length: 200_000 }, (_, index) => `c${index}`).join(';')};z`, ';');
    const before = process.threadCpuUsage();

    for (let row = 0; row < 20_000; row += 1) header.at('z');

    expect([header.at('a'), header.at('z'), header.at('none')]).toEqual([0, 200_002, -1]);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000);
  });

  it('removes no-break spaces and byte order marks from the ends of a field, as spreadsheets leave them', () => {
    expect(field(['\u00a0T-1\u00a0'], 0)).toBe('T-1');
    expect(field(['\ufeff\u202f'], 0)).toBeNull();
    expect(field(['École É'], 0)).toBe('École É');
  });

  it('returns null for fields that are empty, blank or missing', () => {
    expect([field(['', '  ', ' a '], 0), field(['', '  '], 1), field([], -1), field([' a '], 0)]).toEqual([
      null,
      null,
      null,
      'a',
    ]);
  });
});

describe('instant', () => {
  const years = { first: 2010, last: 2026 };

  it.each([
    ['2024-02-29T23:59:59.123Z', '2024-02-29T23:59:59.123Z'],
    ['2025-10-03 08:46:00', '2025-10-03T08:46:00Z'],
    ['2025-10-03T08:46:00+02:00', '2025-10-03T06:46:00Z'],
    ['2025-10-01 00:30:00.123456+0200', '2025-09-30T22:30:00.123456Z'],
    ['2024-02-28T23:30:00-05:30', '2024-02-29T05:00:00Z'],
    ['2025-10-03T08:46:00+00:00', '2025-10-03T08:46:00Z'],
    ['2025-10-03 08:46:00+00', '2025-10-03T08:46:00Z'],
    ['2025-10-03 08:46:00.5+02', '2025-10-03T06:46:00.5Z'],
    ['2025-10-03 08:46:00 UTC', '2025-10-03T08:46:00Z'],
    ['2025-10-03T08:46', '2025-10-03T08:46:00Z'],
    ['2025-10-03T08:46Z', '2025-10-03T08:46:00Z'],
    ['2025-10-03 08:46-05:00', '2025-10-03T13:46:00Z'],
    ['2025-10-03 08:46+14:00', '2025-10-02T18:46:00Z'],
    ['2025-10-03 08:46+14', '2025-10-02T18:46:00Z'],
    ['2025-10-03 08:46-12', '2025-10-03T20:46:00Z'],
    ['2025-10-03 08:46-11:30', '2025-10-03T20:16:00Z'],
  ])('takes %s', (text, expected) => {
    expect(instant(text, 'at', years)).toBe(expected);
  });

  it.each([
    '2025-02-29T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-10-03T24:00:00Z',
    '2025-10-03',
    '2025-10-03T00:00:00+19:00',
    '2025-10-03T00:00:00+14:30',
    '2025-10-03T00:00:00-12:30',
    '2025-10-03T00:00:00-13:00',
    '1970-01-01T00:00:00Z',
    '2010-01-01T00:30:00+01:00',
    '2026-12-31T23:30:00-01:00',
    '0000-01-01T00:30:00+01:00',
    '2025-10-03T08',
    '2025-10-03T08:60',
    '2025-10-03T08:46:00 CET',
    'soon',
  ])('refuses %s', (text) => {
    expect(() => instant(text, 'at', years)).toThrow();
  });
});

describe('exportTime', () => {
  it.each([
    ['tap/ventura/VENTURA_TAPtaps-2026-01-28.csv', '2026-01-28T00:00:00Z'],
    ['taps_20260128T061500.csv', '2026-01-28T06:15:00Z'],
    ['202511010430_authorisations.csv', '2025-11-01T04:30:00Z'],
    ['taps.csv', '2026-02-03T04:05:06.000Z'],
    ['taps-2026-13-28.csv', '2026-02-03T04:05:06.000Z'],
    ['taps-2026-02-29.csv', '2026-02-03T04:05:06.000Z'],
    ['taps-2024-02-29.csv', '2024-02-29T00:00:00Z'],
  ])('of %s is %s', (name, expected) => {
    expect(exportTime(name, Date.UTC(2026, 1, 3, 4, 5, 6))).toBe(expected);
  });
});
