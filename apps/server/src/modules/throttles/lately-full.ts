/** How long a sight is good for; a limit lifted by another process holds on for no longer than this. */
const sightMs = 1000;
const mostSights = 10_000;

const sights = new Map<string, number>();

/** Remembers a bucket that was just seen to be full. */
export function noteFull(bucket: Buffer): void {
  if (sights.size >= mostSights) sights.clear();
  sights.set(bucket.toString('base64'), performance.now() + sightMs);
}

/** Was this bucket full a moment ago? Answers without the database, so that whoever floods us keeps nobody from it. */
export function wasFull(bucket: Buffer): boolean {
  const name = bucket.toString('base64');
  const until = sights.get(name);
  if (until === undefined) return false;
  if (until > performance.now()) return true;
  sights.delete(name);
  return false;
}

/** Forgets what was seen of a bucket that has been emptied. */
export function noteEmptied(bucket: Buffer): void {
  sights.delete(bucket.toString('base64'));
}
