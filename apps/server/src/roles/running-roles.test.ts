import { expect, it } from 'vitest';
import { RunningRoles } from './running-roles.ts';

const roleThat = (fault: string | undefined, stop = async () => {}) => ({ findFault: () => fault, stop });

it('says of each role what is wrong with it, also of one that has not started', () => {
  const running = new RunningRoles(['worker', 'feed', 'other']);
  running.add('worker', roleThat('a job has waited for 400 s'));
  running.add('feed', roleThat(undefined));

  expect(running.findFaults()).toEqual({
    worker: 'a job has waited for 400 s',
    feed: undefined,
    other: 'has not started',
  });
});

it('stops all roles and the rest, although one of them fails to stop', async () => {
  const running = new RunningRoles(['worker', 'feed']);
  const stopped: string[] = [];
  const broken = new Error('the disk is full');
  running.add(
    'worker',
    roleThat(undefined, () => Promise.reject(broken)),
  );
  running.add(
    'feed',
    roleThat(undefined, async () => void stopped.push('feed')),
  );

  const stopping = running.stop(async () => void stopped.push('rest'));

  expect(running.isStopping).toBe(true);
  await expect(stopping).rejects.toMatchObject({ errors: [broken] });
  expect(stopped.toSorted()).toEqual(['feed', 'rest']);
});
