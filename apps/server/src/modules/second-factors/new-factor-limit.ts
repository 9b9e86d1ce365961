import type { Using } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';

/** Limits how often an account adds or switches on a second factor, because its owner gets a mail each time. @throws `too_many_requests`. */
export async function withNewFactorThrottle<Result>(
  context: Using<'pool' | 'keys'>,
  passengerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const buckets = [{ rule: throttleRules.newFactorByAccount, object: passengerId }];
  return await withThrottle(context, { buckets, failures: [], work });
}
