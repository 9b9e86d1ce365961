/** How the text of a delivered table may be changed. `at` is a place in it, from 0 to 1. */
type Change = (text: string, at: number) => string | Buffer;

const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const placeIn = (text: string, at: number): number => Math.floor(at * text.length);

function withCells(text: string, change: (cells: string[], line: number) => string[]): string {
  return linesOf(text)
    .map((line, number) => change(line.split(';'), number).join(';'))
    .join('\n');
}

/** Changes after which the table says the same. */
export const disguises: Readonly<Record<string, Change>> = {
  'rows in another order': (text, at) => {
    const [header = '', ...rows] = linesOf(text);
    const cut = Math.floor(at * rows.length);
    return [header, ...rows.slice(cut), ...rows.slice(0, cut).reverse()].join('\n');
  },
  'rows twice': (text, at) => {
    const [header = '', ...rows] = linesOf(text);
    return [header, ...rows, ...rows.slice(Math.floor(at * rows.length))].join('\n');
  },
  'columns backwards': (text) => withCells(text, (cells) => cells.reverse()),
  'another column': (text) => withCells(text, (cells, line) => [line === 0 ? 'more' : '"a;\n""b"""', ...cells]),
  'a byte order mark and CRLF': (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`,
  'rows that end with CR': (text) => text.replaceAll('\n', '\r'),
  'quotation marks': (text) => withCells(text, (cells) => cells.map((cell) => `"${cell}"`)),
  'blanks and empty lines': (text) =>
    withCells(text, (cells) => cells.map((cell) => ` ${cell} `)).replaceAll('\n', '\n\n'),
  'its header again': (text, at) => {
    const [header = '', ...rows] = linesOf(text);
    const cut = Math.floor(at * rows.length);
    return [header.toUpperCase(), ...rows.slice(0, cut), header, ...rows.slice(cut), header].join('\n');
  },
};

/** Changes after which a part of the table, or all of it, cannot be used. */
export const damages: Readonly<Record<string, Change>> = {
  'cut off': (text, at) => text.slice(0, placeIn(text, at)),
  'a part lost': (text, at) => text.slice(0, placeIn(text, at)) + text.slice(placeIn(text, at) + 300),
  'bytes that are no text': (text, at) => {
    const bytes = Buffer.from(text);
    for (let place = placeIn(text, at); place < bytes.length; place += 397) bytes[place] = 0xe9;
    return bytes;
  },
  'NUL characters': (text, at) => `${text.slice(0, placeIn(text, at))}\0${text.slice(placeIn(text, at) + 1)}`,
  'stray quotation marks': (text, at) => `${text.slice(0, placeIn(text, at))};"${text.slice(placeIn(text, at))}`,
  'a very long cell': (text, at) =>
    `${text.slice(0, placeIn(text, at))}${'x'.repeat(2_000_000)}${text.slice(placeIn(text, at))}`,
  'UTF-16': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  commas: (text) => text.replaceAll(';', ','),
  'no header': (text) => linesOf(text).slice(1).join('\n'),
  'a column less': (text, at) =>
    withCells(text, (cells) => cells.filter((_, column) => column !== Math.floor(at * cells.length))),
  'a column called otherwise': (text, at) =>
    withCells(text, (cells, line) =>
      line > 0 ? cells : cells.map((cell, column) => (column === Math.floor(at * cells.length) ? 'other' : cell)),
    ),
  'dates of another form': (text) => text.replaceAll(/(\d{4})-(\d\d)-(\d\d)T/g, '$3/$2/$1 '),
  'blanks in numbers': (text) => text.replaceAll(/;(\d)(\d\d)(?=[;\n])/g, ';$1 $2'),
  'amounts that are no numbers': (text) => text.replaceAll(/;(\d{3})(?=[;\n])/g, ';NaN'),
};
