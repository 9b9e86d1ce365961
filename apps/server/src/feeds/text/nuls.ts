/** What a file system leaves in place of a block that was not written; a block has one sector or more. */
const lostSector = '\0'.repeat(512);

/** Stands in place of a NUL character that a number or an id lacks: no column of a database stores the character itself. */
export const shownNul = '\u2400';

/** Whether a cell is a number that lacks NUL characters. The same sign within a name is the sender's own. */
export const lacksNuls = (cell: string): boolean => cell.includes(shownNul) && isNumber(cell.replaceAll(shownNul, ''));

/** An amount, a date or a number of any other kind; no name. */
const isNumber = (cell: string): boolean => /\d/.test(cell) && !/[^\P{L}TZ]/u.test(cell);

/** An id, a token or a reference may look so; few names do. */
const mayBeId = (cell: string): boolean => /\d/.test(cell) && !/\s/.test(cell);

/**
 * A line without its NUL characters, which no text column can hold. In a number they stay visible: `2` followed by two of them may have been
 * 250. So do those within what may be an id; at its end some systems fill a column with them.
 *
 * A line of NUL characters alone, or of so many of them, stands where rows were lost: a file system leaves it in a file that was not
 * written completely. What is left of the line may be the beginning of one row and the end of another, with all columns. It becomes a row
 * that no format can use, so that it is reported.
 */
export function withoutNuls(line: string, separator: string): string {
  if (!line.includes('\0')) return line;
  const text = line.replaceAll('\0', '');
  if (text.trim() === '' || line.includes(lostSector)) return '\uFFFD';
  const cells = line.split(separator).map((cell) => {
    const rest = cell.replaceAll('\0', '');
    if (isNumber(rest)) return cell.replaceAll('\0', shownNul);
    return mayBeId(rest) ? withoutEnds(cell).replaceAll('\0', shownNul) : rest;
  });
  return cells.join(separator);
}

const withoutEnds = (cell: string): string => cell.replace(/^\0+/, '').replace(/\0+$/, '');
