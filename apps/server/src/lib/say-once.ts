/** For what is found again and again, such as by a job that comes again every few seconds. */
export function sayOnce(say: () => void): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) say();
    isSaid = true;
  };
}

/** For what strangers can make happen as often as they like: it is said at most once in `ms` milliseconds. */
export function sayAtMostEvery<Facts extends unknown[]>(
  ms: number,
  say: (...facts: Facts) => void,
): (...facts: Facts) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (...facts) => {
    const now = performance.now();
    if (now - saidAt < ms) return;
    saidAt = now;
    say(...facts);
  };
}
