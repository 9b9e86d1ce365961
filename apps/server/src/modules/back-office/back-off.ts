const longestSeconds = 15 * 60;

/**
 * How long to wait before the next attempt: a second after the first, twice as long after each, a quarter of an hour at most;
 * between half of that and all of it by chance, so that media which failed together do not come back together.
 * @param chance from 0 to 1
 */
export function secondsUntilNextAttempt(attempts: number, chance: number): number {
  const most = Math.min(longestSeconds, 2 ** (attempts - 1));
  return most * (0.5 + chance / 2);
}
