import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { urlOfPart } from '../database/parts.ts';
import { createPool } from '../database/pool.ts';
import { startPulse } from './pulse.ts';
import { QueueWork } from './queue-work.ts';

const { url } = await createTestDatabase();

it('replaces the runner when the clock of the machine is set back, because its timetable sleeps by that clock', async () => {
  const pool = createPool({ url: urlOfPart(url, 'worker') });
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const pulse = startPulse({ pool, work: new QueueWork(1), logger: { warn: () => {} }, jobNames: ['note'], clock });
  onTestFinished(async () => {
    await pulse.stop();
    await pool.end();
  });

  now -= 26 * 3_600_000;

  await expect(pulse.broken).rejects.toThrow('the clock was set back');
});
