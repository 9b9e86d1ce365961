/** Among shorter words nearly every one is like another. */
const shortest = 5;
/** Of so long a word two letters may be wrong. */
const longWord = 8;

/**
 * True if a typed word is another one with a slip, such as “expierd”, or another form of it, such as “scaduto” for “scaduta”. The first
 * letter is right: it hardly ever is the slip, and without it “able” and “table” were alike.
 */
export function isLikeWord(word: string, typed: string): boolean {
  if (typed.length < shortest || word[0] !== typed[0]) return false;
  return slipsBetween(word, typed) <= (typed.length >= longWord ? 2 : 1);
}

/** How many letters are missing, too many, wrong, or in each other's place. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return at(last, other.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
