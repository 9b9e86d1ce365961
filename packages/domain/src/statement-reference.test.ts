import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStatementReference, parseStatementLine } from './statement-reference.ts';

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes));

const rules = { prefixes: ['OCT*', '*', 'NLOV'], lengths: [13, 14] };
const only14 = { ...rules, lengths: [14] };
const srid = 'E0ZKJ1J6R9ZJZR';
const read = (text: string) => parseStatementLine(text, rules);

describe('statement reference', () => {
  test.each([
    [srid, []],
    [srid.toLowerCase(), []],
    [`  ${srid}\n`, []],
    [`OCT*${srid}`, []],
    [`oct* ${srid}`, []],
    [`OCT *${srid}`, []],
    [`OCT${srid}`, []],
    [`OCT ${srid}`, []],
    [`*${srid}`, []],
    [`NLOV ${srid}`, []],
    [`NLOV${srid}`, []],
    [`XYZ*${srid}`, []],
    ['E0ZK J1J6 R9ZJ ZR', []],
    ['E0ZK-J1J6-R9ZJ-ZR', []],
    ['E0ZK–J1J6–R9ZJ–ZR', []],
    ['Ｅ０ＺＫＪ１Ｊ６Ｒ９ＺＪＺＲ', []],
    ['OCT*E0ZK J1J6 R9ZJ ZR OTTAWA ON', []],
    ['OCT*E0ZK*J1J6*R9ZJ*ZR', []],
    ['POS PURCHASE *E0ZK J1J6 R9ZJ ZR OTTAWA', []],
    [`XYZ*${srid} REF A1B2C3D4E5F6G7`, []],
    [`OCT*${srid} OTTAWA 4.00`, ['4.00']],
    [`2026-11-18 OCT*${srid} OTTAWA ON $4.00`, ['4.00']],
    [`18 NOV 2026 08:42 POS PURCHASE *${srid} 4,00 $`, ['4,00']],
    [`NLOV ${srid} GBP 7.20`, ['7.20']],
    [`${srid} CA$1,234.50`, ['1,234.50']],
    [`TRANSPORTATION ${srid} 4.00 CAD`, ['4.00']],
    [`OCT*${srid} 4.00 balance 1.204,10`, ['4.00', '1.204,10']],
  ])('cleans %j [CARD-03]', (text, amounts) => {
    expect(read(text)).toEqual({ srid, amounts, count: 14 });
  });

  test('accepts 13 characters unless the operator requires 14 [CARD-03]', () => {
    expect(read('OCT*E0ZKJ1J6R9ZJZ OTTAWA 4.00').srid).toBe('E0ZKJ1J6R9ZJZ');
    expect(parseStatementLine('E0ZKJ1J6R9ZJZ', only14)).toEqual({ amounts: [], problem: 'too_short', count: 13 });
    expect(parseStatementLine(srid, only14).srid).toBe(srid);
  });

  test.each([
    ['', 'none', 0],
    ['   ', 'none', 0],
    ['***', 'none', 0],
    ['INTERAC PURCHASE OTTAWA', 'none', 0],
    ['4.00', 'none', 0],
    ['E0ZK', 'too_short', 4],
    ['OCT*E0ZKJ1J6R9Z', 'too_short', 11],
    ['E0ZK J1J6 R9Z', 'too_short', 11],
    ['E0ZKJ1J6R9ZJZRX', 'too_long', 15],
    ['OCT*E0ZKJ1J6R9ZJZRX OTTAWA', 'too_long', 15],
  ])('names what is missing in %j', (text, problem, count) => {
    expect(read(text)).toMatchObject({ problem, count });
    expect(read(text).srid).toBeUndefined();
  });

  test.each([
    ['\u0415', 'Cyrillic', (text: string) => text.replace('E', '\u0415')],
    ['\u0415', 'Cyrillic, in lower case', (text: string) => text.replace('E', '\u0435')],
    ['\u0397', 'Greek', (text: string) => text.replace('J1', '\u03971')],
    ['\u042f', 'Cyrillic at the end', (text: string) => text.replace(/.$/, '\u042f')],
    ['\u00c9', 'an accent', (text: string) => text.replace('E', '\u00c9')],
    ['\u0415', 'between dashes', (text: string) => text.replace('E', '\u0415-')],
    ['\u0415', 'in groups', (text: string) => text.replace('E', '\u0415').replace(/.{4}(?=.)/g, '$& ')],
  ])('does not take the rest for a shorter reference, and names %s: %s', (foreign, _, spoil) => {
    for (const text of [spoil(srid), `OCT*${spoil(srid)} 4.00`, `OCT ${spoil(srid)} MONTR\u00c9AL`])
      expect(read(text), text).toMatchObject({ problem: 'foreign', foreign });
    expect(read(spoil(srid)).srid).toBeUndefined();
  });

  test('finds a reference beside words of other letters', () => {
    for (const line of [`M\u00c9TRO ${srid} MONTR\u00c9AL`, `\u5730\u94c1${srid}\u5143`, `\u041e\u0421T*${srid}`])
      expect(read(line).srid, line).toBe(srid);
    expect(read('M\u00c9TRO MONTR\u00c9AL').problem).toBe('none');
  });

  test('asks if the text contains two references, and accepts one that is repeated', () => {
    expect(read(`${srid} A1B2C3D4E5F6G7`)).toEqual({ amounts: [], problem: 'ambiguous', count: 14 });
    expect(read(`${srid} ${srid}`).srid).toBe(srid);
  });

  test('finds its own line among those of other merchants', () => {
    const lines = ['UBER *TRIPS OTTAWAON 12.40', `OCT*${srid} OTTAWA 4.00`, 'PAYPAL *STREAMING 35314369001 9.99'];

    expect(read(lines.join('\n'))).toEqual({ srid, amounts: ['12.40', '4.00', '9.99'], count: 14 });
    expect(read(`${lines.join('\n')}\nOCT*A1B2C3D4E5F6G7 4.00`).problem).toBe('ambiguous');
    expect(read('PAYPAL *STREAMING 35314369001 9.99')).toMatchObject({ problem: 'too_short', count: 11 });
  });

  test('takes what stands behind our own prefix, not what is behind the star of another merchant', () => {
    expect(read(`AMAZON *A1B2C3D4E5F6G7 9.99\nOCT*${srid} 4.00`).srid).toBe(srid);
    expect(read(`*A1B2C3D4E5F6G7 9.99\nOCT*${srid} 4.00`).srid).toBe(srid);
    expect(read(`OCT ${srid.replace(/.{4}/g, '$& ')} OTTAWA`).srid).toBe(srid);
    expect(read(`OCT${srid.replace(/.{4}/g, '$& ')} OTTAWA`).srid).toBe(srid);
    expect(parseStatementLine(`OCT${srid}`, { ...rules, prefixes: ['OC', 'OCT'] }).srid).toBe(srid);
  });

  test('makes no reference of words that stand side by side', () => {
    for (const line of ['OCTOBER E0ZKJ1J6R', 'OCT*PAYMENT OTTAWA', 'PAYMENT OTTAWA'])
      expect(read(line).srid, line).toBeUndefined();
    expect(read('INTERAC TRANSPORTATION').srid).toBe('TRANSPORTATION');
  });

  test('counts what is closest to a reference', () => {
    expect(read('AB1X9 E0ZKJ1J6R9Z OTTAWA')).toMatchObject({ problem: 'too_short', count: 11 });
    expect(read('M\u00c9TRO')).toMatchObject({ problem: 'too_short', count: 5 });
    expect(parseStatementLine('E0ZKJ1J6R9ZJ', { ...rules, lengths: [10, 14] })).toMatchObject({ problem: 'too_long' });
  });

  test('keeps a reference that begins with the letters of a prefix', () => {
    expect(read('NLOV5678901234').srid).toBe('NLOV5678901234');
    expect(read('NLOV5678901234 OTT').srid).toBe('NLOV5678901234');
    expect(read('OCT45678901234').srid).toBe('OCT45678901234');
    expect(read('TRANSPORTATION').srid).toBe('TRANSPORTATION');
  });

  test('never swaps letters and digits that look alike', () => {
    expect(read('OCT*O0I1O0I1O0I1O0').srid).toBe('O0I1O0I1O0I1O0');
    expect(read('OCT*00110011001100').srid).toBe('00110011001100');
  });

  test('does not take dates, times or card numbers for amounts or references', () => {
    expect(read('20.11.2026 08:42').amounts).toEqual([]);
    expect(read(`20.11. OCT*${srid} OTTAWA -4.00`)).toEqual({ srid, amounts: ['4.00'], count: 14 });
    expect(read(`20.11. E0ZK J1J6 R9ZJ ZR OTTAWA -4,00`)).toEqual({ srid, amounts: ['4,00'], count: 14 });
    expect(read(`OCT*${srid} OTTAWA 4.00.`).amounts).toEqual(['4.00']);
    expect(read('4242 4242 4242 4242').srid).toBeUndefined();
  });

  test.each([
    [`OCT*${srid} BERN 1'234.50`, ["1'234.50"]],
    [`OCT*${srid} BERN CHF 1\u2019234.50`, ['1\u2019234.50']],
    // A blank does not show whether the first digits belong to the amount.
    [`OCT*${srid} MONTREAL 1 234,50 $`, []],
    [`OCT*${srid} MONTREAL 1\u00a0234,50`, []],
    [`OCT*${srid} LINE 12 34,50`, ['34,50']],
    [`OCT*${srid} LINE 12 CHF 234.50`, ['234.50']],
  ])('does not take a part of an amount for the amount: %s', (line, amounts) => {
    expect(read(line)).toEqual({ srid, amounts, count: 14 });
  });

  test.each([
    ['KWD', `OCT*${srid} KUWAIT 12.500`, ['12.500']],
    ['KWD', `OCT*${srid} KUWAIT KWD 1,234.500`, ['1,234.500']],
    ['KWD', `OCT*${srid} TUNIS 3,250 on 20.11.2026`, ['3,250']],
    ['JPY', `OCT*${srid} TOKYO JPY 370`, ['370']],
    ['JPY', `OCT*${srid} TOKYO \uffe51,250`, ['1,250']],
    ['JPY', `OCT*${srid} TOKYO 1.250`, ['1.250']],
    ['JPY', `OCT*${srid} TOKYO 1,250.00`, ['1,250.00']],
    ['JPY', `OCT*${srid} 370 JPY TOKYO`, ['370']],
    // What names the currency stays behind, so what this has not is left out.
    ['JPY', `OCT*${srid} TOKYO JPY 1,250.00`, ['1,250']],
    ['JPY', `OCT*${srid} TOKYO 1.250,00 JPY`, ['1.250']],
    ['JPY', `OCT*${srid} TOKYO JPY 1,250.50`, ['1,250.50']],
    ['JPY', `OCT*${srid} LINE 12 370 JPY`, []],
    ['JPY', `OCT*${srid} TOKYO JPY 1 250`, []],
    // Nothing shows that the number is an amount.
    ['JPY', `20 NOV 2026 OCT*${srid} TOKYO 370`, []],
    ['ISK', `OCT*${srid} REYKJAVIK 450 kr.`, ['450']],
    ['HUF', `OCT*${srid} BUDAPEST 450 Ft`, ['450']],
    ['CLP', `OCT*${srid} SANTIAGO $1.250`, ['1.250']],
    // The sign may be that of another currency, which has decimals.
    ['CLP', `OCT*${srid} OTTAWA $4.00`, ['4.00']],
    ['CAD', `OCT*${srid} LINE 12.500`, []],
    ['CAD', `OCT*${srid} TOKYO JPY 370`, []],
  ])('finds an amount with the decimals of its currency (%s): %s', (currency, line, amounts) => {
    expect(parseStatementLine(line, rules, ['CAD', currency])).toEqual({ srid, amounts, count: 14 });
  });

  test('makes no part of a reference of an amount with the decimals of its currency', () => {
    for (const [currency, amount] of [
      ['KWD', '1.250'],
      ['JPY', 'JPY 1250'],
      ['JPY', '1,250'],
    ] as const)
      expect(parseStatementLine(`E0ZK J1J6 R9 ${amount}`, rules, [currency])).toMatchObject({
        problem: 'too_short',
        count: 10,
      });
  });

  test('finds any reference in any spelling', () => {
    const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    const reference = fc.string({ unit: letters, minLength: 13, maxLength: 14 }).filter((text) => /\d/.test(text));
    const dress = fc.record({
      prefix: fc.constantFrom('OCT*', 'oct* ', '*'),
      group: fc.constantFrom('', ' ', '-'),
      tail: fc.constantFrom('', ' OTTAWA', ' OTTAWA ON 4.00', ' 4,00 $'),
      lower: fc.boolean(),
    });
    fc.assert(
      fc.property(reference, dress, (wanted, { prefix, group, tail, lower }) => {
        const grouped = wanted.replace(/(.{4})(?=.)/g, `$1${group}`);
        const text = `${prefix}${lower ? grouped.toLowerCase() : grouped}${tail}`;

        expect(parseStatementLine(text, { ...rules, lengths: [wanted.length] }).srid).toBe(wanted);
      }),
    );
  });

  test('answers with a reference or a problem for any text, and never throws', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { srid: found, problem } = read(text);

        expect(found === undefined).toBe(problem !== undefined);
        if (found !== undefined) expect(isStatementReference(found, rules.lengths)).toBe(true);
      }),
    );
  });

  test('is fast on hostile text', () => {
    const before = process.threadCpuUsage();
    for (const text of [
      '1'.repeat(20_000),
      '1,'.repeat(10_000),
      'A-'.repeat(10_000),
      'OCT*'.repeat(5_000),
      'JPY 1,'.repeat(4_000),
    ])
      parseStatementLine(text, rules, ['CAD', 'JPY', 'KWD', 'HUF']);

    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_000);
  });
});

test('recognises a stored reference', () => {
  const texts = [srid, 'E0ZKJ1J6R9ZJZ', 'E0ZKJ1J6R9ZJ', 'e0zkj1j6r9zjzr', 'E0ZKJ1J6R9ZJZ ', ''];

  expect(texts.map((text) => isStatementReference(text, [13, 14]))).toEqual([true, true, false, false, false, false]);
});
