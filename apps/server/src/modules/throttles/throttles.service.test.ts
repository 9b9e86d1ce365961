import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { deriveKeys } from '../../config/keys.ts';
import { AppError } from '../../lib/app-error.ts';
import { sha256 } from '../../lib/hashing.ts';
import type { ThrottleRule } from './throttle-rules.ts';
import { type Bucket, fromAddress } from './throttle-rules.ts';
import { deleteEndedThrottles, forgive, withSharedLimit, withThrottle } from './throttles.service.ts';

const { pool } = await createTestDatabase();
const context = {
  pool,
  keys: deriveKeys(sha256('p')),
};

let lastName = 0;

/** A rule with a new name. */
function ruleOf(overrides: Partial<ThrottleRule> = {}): ThrottleRule {
  lastName += 1;
  return {
    name: `rule-${lastName}`,
    most: 3,
    windowSeconds: 600,
    counts: 'failures',
    extends: false,
    forgives: false,
    refusal: 'too_many_requests',
    ...overrides,
  };
}

const on = (rule: ThrottleRule, object = 'a'): Bucket => ({ rule, object });

/** One attempt: its result, or the code of its refusal. */
async function attempt(buckets: Bucket[], outcome: 'right' | 'wrong' | 'broken'): Promise<string> {
  const work = async () => {
    if (outcome === 'wrong') throw new AppError('login_failed');
    if (outcome === 'broken') throw new AppError('unavailable');
    return 'right';
  };
  try {
    return await withThrottle(context, { buckets, failures: ['login_failed'], work });
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

/** An attempt after whose work the disk of the database is full. */
async function attemptThenFill(error?: AppError): Promise<string> {
  const work = async () => {
    await pool.query(`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception using errcode = 'disk_full'; end $$`);
    await pool.query('create trigger refuse before update or delete on throttles execute function refuse()');
    onTestFinished(async () => void (await pool.query('drop function refuse cascade')));
    if (error !== undefined) throw error;
    return 'right';
  };
  try {
    return await withThrottle(context, { buckets: [on(ruleOf())], failures: ['login_failed'], work });
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : 'broken';
  }
}

async function attempts(buckets: Bucket[], outcome: 'right' | 'wrong' | 'broken', times: number): Promise<string[]> {
  const results = [];
  for (let time = 0; time < times; time += 1) results.push(await attempt(buckets, outcome));
  return results;
}

const passTime = (interval: string) =>
  pool.query(
    'update throttles set window_ends_at = window_ends_at - $1::interval, pending_until = pending_until - $1::interval',
    [interval],
  );

/** Takes every connection and queues for one more, until released. */
async function crowdPool(): Promise<() => Promise<void>> {
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const queued = pool.connect();
  return async () => {
    for (const client of held) client.release();
    (await queued).release();
  };
}

describe('withThrottle', () => {
  it('refuses after as many failures as the limit allows', async () => {
    const buckets = [on(ruleOf())];

    expect(await attempts(buckets, 'wrong', 5)).toEqual([
      'login_failed',
      'login_failed',
      'login_failed',
      'too_many_requests',
      'too_many_requests',
    ]);
  });

  it('writes nothing when a limit is full', async () => {
    const full = on(ruleOf({ most: 1 }));
    await attempt([full], 'wrong');
    const rows = async () => (await pool.query('select * from throttles order by bucket')).rows;
    const before = await rows();

    expect(await attempt([full, on(ruleOf())], 'wrong')).toBe('too_many_requests');

    expect(await rows()).toEqual(before);
  });

  it('refuses without the database while other callers queue for it', async () => {
    const full = [on(ruleOf({ most: 1 }))];
    await attempts(full, 'wrong', 2);
    const release = await crowdPool();

    const outcome = await attempt(full, 'wrong');

    await release();
    expect(outcome).toBe('too_many_requests');
  });

  it('asks the database again after a limit was emptied, also while other callers queue', async () => {
    const full = [on(ruleOf({ most: 1 }))];
    await attempts(full, 'wrong', 2);
    for (const bucket of full) await forgive(context, bucket);
    const release = await crowdPool();

    const outcome = attempt(full, 'right');

    await release();
    expect(await outcome).toBe('right');
  });

  it('counts neither successes nor faults of the server', async () => {
    const buckets = [on(ruleOf())];

    await attempts(buckets, 'broken', 5);
    await attempts(buckets, 'right', 5);

    expect(await attempt(buckets, 'wrong')).toBe('login_failed');
  });

  it('answers what was done although its place cannot be given back', async () => {
    expect(await attemptThenFill()).toBe('right');
  });

  it('answers why the work was not done although its place cannot be given back', async () => {
    expect(await attemptThenFill(new AppError('user_not_active'))).toBe('user_not_active');
  });

  it('does not tell that an attempt failed when it cannot be counted', async () => {
    expect(await attemptThenFill(new AppError('login_failed'))).toBe('broken');
  });

  it('counts every attempt if the rule is about attempts', async () => {
    const buckets = [on(ruleOf({ counts: 'attempts' }))];

    expect(await attempts(buckets, 'right', 4)).toEqual(['right', 'right', 'right', 'too_many_requests']);
  });

  it('counts only what succeeded if the rule is about successes', async () => {
    const buckets = [on(ruleOf({ counts: 'successes' }))];

    expect(await attempts(buckets, 'wrong', 4)).toEqual(Array.from({ length: 4 }, () => 'login_failed'));
    expect(await attempts(buckets, 'right', 4)).toEqual(['right', 'right', 'right', 'too_many_requests']);
  });

  it('keeps the window that the first attempt opened, and counts anew when it has ended', async () => {
    const buckets = [on(ruleOf())];
    await attempts(buckets, 'wrong', 2);
    await passTime('8 minutes');
    await attempt(buckets, 'wrong');
    await passTime('3 minutes');

    expect(await attempts(buckets, 'wrong', 4)).toEqual([
      'login_failed',
      'login_failed',
      'login_failed',
      'too_many_requests',
    ]);
    await passTime('9 minutes');
    expect(await attempt(buckets, 'wrong')).toBe('too_many_requests');
  });

  it('restarts a lock with each failure, if the rule says so', async () => {
    const buckets = [on(ruleOf({ extends: true }))];
    await attempts(buckets, 'wrong', 2);
    await passTime('8 minutes');
    await attempt(buckets, 'wrong');
    await passTime('3 minutes');

    expect(await attempt(buckets, 'right')).toBe('too_many_requests');
  });

  it('refuses when one limit is full, and does not count in the others', async () => {
    const full = ruleOf({ most: 1 });
    const other = ruleOf({ most: 1 });
    await attempt([on(full)], 'wrong');

    expect(await attempt([on(full), on(other)], 'wrong')).toBe('too_many_requests');
    expect(await attempt([on(other)], 'wrong')).toBe('login_failed');
  });

  it('counts different objects separately', async () => {
    const rule = ruleOf({ most: 1 });
    await attempt([on(rule, 'a')], 'wrong');

    expect(await attempt([on(rule, 'b')], 'right')).toBe('right');
  });

  it('frees the places of a process that died after a while', async () => {
    const buckets = [on(ruleOf({ most: 2 }))];
    const never = () => new Promise<never>(() => {});
    void withThrottle(context, { buckets, failures: [], work: never });
    void withThrottle(context, { buckets, failures: [], work: never });
    await expect.poll(async () => (await pool.query('select from throttles where pending = 2')).rowCount).toBe(1);
    await passTime('16 seconds');

    expect(await attempts(buckets, 'right', 2)).toEqual(['right', 'right']);
  });

  it('evaluates no more parallel failures than the limit, also long after the first attempt', async () => {
    const buckets = [on(ruleOf())];
    await attempt(buckets, 'wrong');
    await passTime('1 minute');

    const results = await Promise.all(Array.from({ length: 20 }, () => attempt(buckets, 'wrong')));

    expect(results.filter((result) => result === 'login_failed')).toHaveLength(2);
  });

  it('evaluates no more of sixty parallel failures than the limit of two shared buckets, without deadlock', async () => {
    const rule = ruleOf({ most: 7 });
    const everywhere = ruleOf({ most: 9 });

    const results = await Promise.all(
      Array.from({ length: 60 }, (_, number) => attempt([on(rule, `object-${number % 2}`), on(everywhere)], 'wrong')),
    );

    expect(results.filter((result) => result === 'login_failed')).toHaveLength(9);
    expect(results.filter((result) => result === 'too_many_requests')).toHaveLength(51);
  });

  it('counts an IPv6 network as ten addresses', async () => {
    const rule = ruleOf({ most: 1 });
    const from = (number: number) => fromAddress(rule, `2001:db8:5:${number.toString(16)}::1`);
    for (let number = 0; number < 10; number += 1) expect(await attempt(from(number), 'wrong')).toBe('login_failed');

    expect(await attempt(from(11), 'wrong')).toBe('too_many_requests');
    expect(await attempt(fromAddress(rule, '2001:db8:6::1'), 'wrong')).toBe('login_failed');
    expect(fromAddress(rule, '192.0.2.7')).toEqual([{ rule, object: '192.0.2.7' }]);
  });

  it('counts callers who were wrong before separately from all others in a shared limit', async () => {
    const [own, guessers, newcomers] = [ruleOf({ most: 100 }), ruleOf({ most: 2 }), ruleOf({ most: 3 })];
    const limitsOf = (name: string) => withSharedLimit(context, [on(own, name)], { guessers, newcomers });
    const wrongBy = async (name: string) => await attempt(await limitsOf(name), 'wrong');

    const guesses: string[] = [];
    for (let time = 0; time < 4; time += 1) guesses.push(await wrongBy('guesser'));

    expect(guesses).toEqual(['login_failed', 'login_failed', 'login_failed', 'too_many_requests']);
    expect(await wrongBy('newcomer')).toBe('login_failed');
    await attempt([on(own, 'honest')], 'right');
    expect((await limitsOf('honest')).at(-1)?.rule).toBe(newcomers);
    await passTime('11 minutes');
    expect((await limitsOf('guesser')).at(-1)?.rule).toBe(newcomers);
  });

  it('can be emptied', async () => {
    const bucket = on(ruleOf({ most: 1 }));
    await attempt([bucket], 'wrong');

    await forgive(context, bucket);

    expect(await attempt([bucket], 'wrong')).toBe('login_failed');
  });

  it('stores no name of what was tried, and nothing at all after the window', async () => {
    await attempt([on(ruleOf(), 'marker@example.org')], 'wrong');

    const { rows } = await pool.query('select t::text as row from throttles t');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('marker');
    await passTime('1 hour');
    await deleteEndedThrottles(pool);
    expect((await pool.query('select from throttles')).rowCount).toBe(0);
  });
});
