/** Real names of stops, lines and operators are shorter. On a busy machine a thousand trips with much longer ones take the compiler longer than it may. */
const mostLetters = 100;

/** A name from a feed as a PDF prints it: the end of a very long one is left out. A CSV has it whole. */
export function cutName(name: string): string {
  const letters = Array.from(name);
  return letters.length <= mostLetters
    ? name
    : `${letters
        .slice(0, mostLetters - 1)
        .join('')
        .trimEnd()}…`;
}
