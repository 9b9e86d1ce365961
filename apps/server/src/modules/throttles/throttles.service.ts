import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { keyedHash } from '../../lib/hashing.ts';
import type { Db } from '../../lib/sql.ts';
import { isTemporary } from '../../lib/temporary-failures.ts';
import type { Using } from '../../plugins/context.ts';
import { type Bucket, type SharedRules, throttleRules } from './throttle-rules.ts';
import { deleteBuckets, deleteEnded, findFailure, recordOutcomes, reserve } from './throttles.queries.ts';

export interface ThrottledWork<Result> {
  readonly buckets: readonly Bucket[];
  /** Refusals that count as a failed attempt. Any other error gives the place back as if nothing had been tried. */
  readonly failures: readonly ErrorCode[];
  work(): Promise<Result>;
}

/**
 * The limits of a caller, and the one that the caller shares with others. A caller who failed recently shares the limit of all who
 * failed recently, so guessers cannot use up the limit of others.
 */
export async function withSharedLimit(
  context: Using<'pool' | 'keys'>,
  own: readonly Bucket[],
  { guessers, newcomers }: SharedRules,
): Promise<Bucket[]> {
  const buckets = own.map((bucket) => bucketId(context.keys.throttles, bucket));
  const [failed] = await findFailure(context.pool, { buckets });
  return [...own, { rule: failed === undefined ? newcomers : guessers, object: '' }];
}

/** Whether anything has filled this limit while its window lasts. */
export async function hasCounted(context: Using<'pool' | 'keys'>, bucket: Bucket): Promise<boolean> {
  return (await findFailure(context.pool, { buckets: [bucketId(context.keys.throttles, bucket)] })).length > 0;
}

type Outcome = 'success' | 'failure' | 'nothing';

interface Place extends Bucket {
  readonly id: Buffer;
}

/** The attempts of a process that dies keep their places for this long; no attempt takes longer. */
const leaseSeconds = 15;
const patienceMs = 1500;
/** A caller who waits looks less and less often: many who wait must not take the database's time from the others. */
const shortestPauseMs = 25;
const longestPauseMs = 400;
/** How long a limit that was seen to be full counts as full. If another process empties it, it stays full here for at most this long. */
const sightMs = 1000;
const mostSights = 10_000;

const sights = new Map<string, number>();
/** The same for all limits, so that it tells neither which limit was met nor when it ends. */
const retryAfterSeconds = 60;

/**
 * Does `work` only if every bucket has room, counting each attempt before its outcome is known, so that parallel
 * attempts cannot pass a limit together. While other attempts on the same object are being evaluated it waits.
 * @throws the rule's refusal when a bucket is full; `unavailable` when others took too long; what the database throws when
 * a failed attempt cannot be counted.
 */
export async function withThrottle<Result>(
  context: Using<'pool' | 'keys'>,
  { buckets, failures, work }: ThrottledWork<Result>,
): Promise<Result> {
  const places = buckets
    .map((bucket) => ({ ...bucket, id: bucketId(context.keys.throttles, bucket) }))
    .sort((a, b) => Buffer.compare(a.id, b.id));
  await takePlaces(context, places);
  let outcome: Outcome = 'nothing';
  try {
    const result = await work();
    outcome = 'success';
    return result;
  } catch (error) {
    if (error instanceof AppError && failures.includes(error.code)) outcome = 'failure';
    throw error;
  } finally {
    const writing = givePlacesBack(context, places, outcome);
    // The caller must not learn of a wrong guess that cannot be counted.
    await (outcome === 'failure' ? writing : ifPossible(writing));
  }
}

/**
 * Does `work` only if one of several choices of buckets has room, and counts it in the first that has.
 * @throws what `withThrottle` throws; the refusal of the last choice when all are full.
 */
export async function withAnyThrottle<Result>(
  context: Using<'pool' | 'keys'>,
  choices: readonly (readonly Bucket[])[],
  { failures, work }: Omit<ThrottledWork<Result>, 'buckets'>,
): Promise<Result> {
  const [buckets = [], ...others] = choices;
  let hasBegun = false;
  const begun = () => {
    hasBegun = true;
    return work();
  };
  try {
    return await withThrottle(context, { buckets, failures, work: begun });
  } catch (error) {
    const isFull = error instanceof AppError && buckets.some(({ rule }) => rule.refusal === error.code);
    if (hasBegun || !isFull || others.length === 0) throw error;
    return await withAnyThrottle(context, others, { failures, work });
  }
}

/**
 * For what is written after an act: its caller hears what came of the act. While the database cannot be asked, a limit stays as it is, and
 * a place is taken until its lease ends.
 */
async function ifPossible(writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) => {
    if (!isTemporary(error)) throw error;
  });
}

/** Keyed, so that the table does not tell which addresses and references were tried. */
function bucketId(key: Uint8Array, { rule, object }: Bucket): Buffer {
  return keyedHash(key, `${rule.name}\0${object}`);
}

async function takePlaces(context: Using<'pool'>, places: readonly Place[]): Promise<void> {
  refuseRecentlyFull(context, places);
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const rows = await reserve(context.pool, {
      buckets: places.map(({ id }) => id),
      limits: places.map(({ rule }) => rule.most),
      windowSeconds: places.map(({ rule }) => rule.windowSeconds),
      leaseSeconds,
    });
    const taken = rows.filter((row) => row.reserved);
    if (taken.length === places.length) return;
    const takenIds = new Set(taken.map((row) => row.bucket.toString('hex')));
    await givePlacesBack(
      context,
      places.filter(({ id }) => takenIds.has(id.toString('hex'))),
      'nothing',
    );
    const full = rows.find((row) => !row.reserved && row.is_full);
    const rule = places.find(({ id }) => full?.bucket.equals(id))?.rule;
    if (full !== undefined && rule !== undefined) {
      noteFull(full.bucket);
      throw new AppError(rule.refusal, { retryAfterSeconds });
    }
    assertThat(performance.now() <= deadline, 'unavailable');
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

/** While callers wait for the database, a limit that was full a moment ago is not read again. */
function refuseRecentlyFull({ pool }: Using<'pool'>, places: readonly Place[]): void {
  const full = pool.waitingCount > 0 ? places.find(({ id }) => wasFull(id)) : undefined;
  if (full !== undefined) throw new AppError(full.rule.refusal, { retryAfterSeconds });
}

async function givePlacesBack(context: Using<'pool'>, places: readonly Place[], outcome: Outcome): Promise<void> {
  if (places.length === 0) return;
  const counts = ({ rule }: Place) =>
    (outcome === 'failure' && rule.counts !== 'successes') || (outcome === 'success' && rule.counts !== 'failures')
      ? 1
      : 0;
  await recordOutcomes(context.pool, {
    buckets: places.map(({ id }) => id),
    failures: places.map(counts),
    forgives: places.map(({ rule }) => outcome === 'success' && rule.forgives),
    extends: places.map(({ rule }) => rule.extends),
    windowSeconds: places.map(({ rule }) => rule.windowSeconds),
  });
}

/** Deletes limits whose window has ended. */
export async function deleteEndedThrottles(db: Db): Promise<void> {
  await deleteEnded(db);
}

/** Empties a bucket after an act that is done: earlier tries no longer count. */
export async function forgive(context: Using<'pool' | 'keys'>, bucket: Bucket): Promise<void> {
  const id = bucketId(context.keys.throttles, bucket);
  await ifPossible(deleteBuckets(context.pool, { buckets: [id] }));
  noteEmptied(id);
}

/** Wipes every limit that is about one person, known by these names, in the caller's transaction. */
export async function forgetPerson(db: Db, { keys }: Using<'keys'>, names: readonly string[]): Promise<void> {
  const rules = Object.values(throttleRules);
  const buckets = names.flatMap((object) => rules.map((rule) => bucketId(keys.throttles, { rule, object })));
  await deleteBuckets(db, { buckets });
}

/** Remembers a bucket that was just seen to be full. */
function noteFull(bucket: Buffer): void {
  if (sights.size >= mostSights) sights.clear();
  sights.set(bucket.toString('base64'), performance.now() + sightMs);
}

/** Was this bucket full a moment ago? Answers without the database, which a flood may keep busy. */
function wasFull(bucket: Buffer): boolean {
  const name = bucket.toString('base64');
  const until = sights.get(name);
  if (until === undefined) return false;
  if (until > performance.now()) return true;
  sights.delete(name);
  return false;
}

/** Forgets that a bucket was seen to be full: it has been emptied. */
function noteEmptied(bucket: Buffer): void {
  sights.delete(bucket.toString('base64'));
}
