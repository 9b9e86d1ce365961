const longestSeconds = 900;

/**
 * How long to wait after the given number of failures: a random time between nothing and 1, 2, 4… seconds, a quarter of an hour at most
 * (full jitter), so that callers who failed together do not come back together. Not shorter than the other side demands.
 */
export function backoffSeconds(
  failures: number,
  { leastSeconds = 0, random = Math.random }: { leastSeconds?: number | undefined; random?: () => number } = {},
): number {
  const most = Math.min(longestSeconds, 2 ** Math.min(failures - 1, 20));
  return Math.max(leastSeconds, random() * most);
}
