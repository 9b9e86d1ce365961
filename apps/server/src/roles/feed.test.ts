import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { temporaryFolder } from '../../test/feed-fixture.ts';
import { createLogger } from '../lib/logger.ts';
import { feedRole } from './feed.ts';

const { context } = await createTestApp([]);

it('logs one line a file, with its counts as plain values', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(line, _, done) {
      lines.push(String(line));
      done();
    },
  });
  const inbox = temporaryFolder();
  const config = { ...context.config, feeds: { ...context.config.feeds, inbox, pollSeconds: 1 } };
  const row = 'T;card;2025-06-01;;77;978';
  writeFileSync(
    path.join(inbox, 'tap.csv'),
    `tap_id;token;terminal_date;payment_reference;operator_id;currency\n${row}\n`,
  );

  const role = await feedRole({ ...context, config }, createLogger(config, sink));
  onTestFinished(() => role.stop());
  await vi.waitFor(() => expect(lines).toHaveLength(1), 15_000);

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'feed file tap.csv: imported',
    counts: { taps: { quarantined: 1 } },
    quarantined: [{ line: 2, reason: 'not a date and time' }],
  });
});
