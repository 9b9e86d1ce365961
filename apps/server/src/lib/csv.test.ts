import { locales } from '@tapfolio/domain/locale.ts';
import { expect, it } from 'vitest';
import { writeCsv } from './csv.ts';

const written = (cell: string) => writeCsv([[cell]], 'en_CA').slice(1, -2);

it('ends each row with CR and LF, and begins with the byte order mark', () => {
  expect(writeCsv([['Day', 'Paid'], ['2026-03-01', { number: '-3.75' }], []], 'en_CA')).toBe(
    '\ufeffDay,Paid\r\n2026-03-01,-3.75\r\n\r\n',
  );
});

it.each(locales)('is read by a spreadsheet in the language: %s', (locale) => {
  const text = writeCsv([['Karte, privat', 'a; b', { number: '-1234.50' }]], locale);

  const hasPoint = locale === 'en_CA' || locale === 'en_GB';
  expect(text).toBe(`\ufeff${hasPoint ? '"Karte, privat",a; b,-1234.50' : 'Karte, privat;"a; b";-1234,50'}\r\n`);
});

it.each([
  ['Karte, privat', '"Karte, privat"'],
  ['the "blue" one', '"the ""blue"" one"'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ["it's", "it's"],
  ['Łódź 北 🙂', 'Łódź 北 🙂'],
  ['', ''],
])('writes %j as %j', (cell, expected) => {
  expect(written(cell)).toBe(expected);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("https://example.org","x")', `"'=HYPERLINK(""https://example.org"",""x"")"`],
  [' =1', "' =1"],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['1=1', '1=1'],
  ['*7K2M', '*7K2M'],
])('keeps a spreadsheet from running %j', (cell, expected) => {
  expect(written(cell)).toBe(expected);
});

// A spreadsheet of another language than the file takes a semicolon for the end of a cell, or a comma.
it.each([
  ['Blue,=1+1', `"Blue,'=1+1"`],
  ['Blue;=1+1', "Blue;'=1+1"],
  ['Blue;;- 1;@A', "Blue;;'- 1;'@A"],
  ['Blue; =HYPERLINK("https://example.org")', `"Blue;' =HYPERLINK(""https://example.org"")"`],
  ['Blue;＋1', "Blue;'＋1"],
  ['Blue;"=1+1', `"Blue;'""=1+1"`],
  ['two\n=1', `"two\n'=1"`],
  ['Blue; red = green - 1', 'Blue; red = green - 1'],
])('keeps a spreadsheet from running a part of %j', (cell, expected) => {
  expect(written(cell)).toBe(expected);
});
