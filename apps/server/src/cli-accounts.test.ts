import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandLine } from '../test/command-line.ts';
import { insertRow } from '../test/factories/insert-row.ts';
import { buildPassenger } from '../test/factories/passengers.ts';
import { temporaryFolder } from '../test/feed-fixture.ts';
import { newToken, sha256 } from './lib/hashing.ts';

const { pool, run, runProgram } = await createCommandLine();

async function openSessions(passengerId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const session = { token_hash: sha256(newToken()), passenger_id: passengerId, idle_seconds: 900 };
    await insertRow(pool, 'sessions', { ...session, expires_at: new Date(Date.now() + 3_600_000) });
  }
}

async function sessionsOf(passengerId: string): Promise<number | null> {
  return (await pool.query('select from sessions where passenger_id = $1', [passengerId])).rowCount;
}

async function eventsOf(traceId: string): Promise<object[]> {
  const text = `select kind, passenger_id, detail from audit_events where trace_id = $1`;
  return (await pool.query(text, [traceId])).rows;
}

describe('end-sessions', { timeout: 60_000 }, () => {
  it('ends the sessions of one passenger only, and records it', async () => {
    const { passenger_id: ann, email } = await buildPassenger(pool);
    const { passenger_id: ben } = await buildPassenger(pool);
    await openSessions(ann, 2);
    await openSessions(ben, 1);

    const { code, lastLine } = await run('end-sessions', '--passenger', ` ${email.toUpperCase()} `);

    const { traceId, ...summary } = JSON.parse(lastLine);
    expect({ code, summary }).toEqual({ code: 0, summary: { sessions: 2, passengers: 1 } });
    expect([await sessionsOf(ann), await sessionsOf(ben)]).toEqual([0, 1]);
    expect(await eventsOf(traceId)).toEqual([
      { kind: 'sessions_ended_by_administrator', passenger_id: ann, detail: { sessions: 2 } },
    ]);
  });

  it('gives the same answer for an address without an account and one without a session', async () => {
    const { email } = await buildPassenger(pool);
    const answers = [
      await run('end-sessions', '--passenger', email),
      await run('end-sessions', '--passenger', 'no@example.org'),
    ];

    for (const { code, lastLine, errors } of answers) {
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(JSON.parse(lastLine)).toMatchObject({ sessions: 0, passengers: 0 });
    }
  });

  it('ends all sessions', async () => {
    const { passenger_id: ann } = await buildPassenger(pool);
    const { passenger_id: ben } = await buildPassenger(pool);
    await openSessions(ann, 1);
    await openSessions(ben, 2);

    const { code, lastLine } = await runProgram('end-sessions', '--all');

    expect(code).toBe(0);
    expect((await pool.query('select from sessions')).rowCount).toBe(0);
    expect(await eventsOf(JSON.parse(lastLine).traceId)).toEqual(
      expect.arrayContaining([
        { kind: 'sessions_ended_by_administrator', passenger_id: ann, detail: { sessions: 1 } },
        { kind: 'sessions_ended_by_administrator', passenger_id: ben, detail: { sessions: 2 } },
      ]),
    );
  });
});

describe('close-account', { timeout: 60_000 }, () => {
  const statusOf = async (passengerId: string): Promise<string> =>
    (await pool.query('select status from passengers where passenger_id = $1', [passengerId])).rows[0].status;

  it.each(['active', 'deactivated', 'expired'])(
    'deletes one account that is %s, records it and tells the owner',
    async (status) => {
      const { passenger_id: ann, email } = await buildPassenger(pool, { status });
      const { passenger_id: ben } = await buildPassenger(pool);
      await openSessions(ann, 1);

      const { code, lastLine } = await run('close-account', '--passenger', email);

      const { traceId, closed } = JSON.parse(lastLine);
      expect([code, closed]).toEqual([0, 1]);
      expect([await statusOf(ann), await statusOf(ben), await sessionsOf(ann)]).toEqual(['anonymised', 'active', 0]);
      const detail = { reason: 'other', by: 'administrator', person: expect.stringMatching(/^[0-9a-f]{64}$/) };
      expect(await eventsOf(traceId)).toEqual([{ kind: 'account_closed', passenger_id: null, detail }]);
      const mails = `delete from graphile_worker._private_jobs where payload->>'mail' = 'account-closed'`;
      expect((await pool.query(mails)).rowCount).toBe(1);
    },
  );

  it('closes what a restored database has open again, without a mail, and nothing that was opened since', async () => {
    const { email: opened } = await buildPassenger(pool);
    await run('close-account', '--passenger', opened);
    const file = path.join(temporaryFolder(), 'closed');
    const lines = `select trace_id || '|' || (detail->>'person') as line from audit_events where kind = 'account_closed'`;
    writeFileSync(file, (await pool.query(lines)).rows.map(({ line }) => `${line}\n`).join(''));
    // As a backup has it from before the closing.
    await pool.query(`delete from audit_events where kind = 'account_closed'`);
    await pool.query('delete from graphile_worker._private_jobs');
    const { passenger_id: restored } = await buildPassenger(pool, { email: opened });

    const again = await runProgram('close-account', '--closed', file);
    const { passenger_id: later } = await buildPassenger(pool, { email: opened });
    const twice = await run('close-account', '--closed', file);

    expect([again.code, JSON.parse(again.lastLine).closed, await statusOf(restored)]).toEqual([0, 1, 'anonymised']);
    expect([twice.code, JSON.parse(twice.lastLine)]).toEqual([0, { unknown: 0, closed: 0 }]);
    expect(await statusOf(later)).toBe('active');
    expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
  });

  it.each([
    ['missing', undefined, 'There is no file FILE (no such file or directory)'],
    ['a folder', 'folder', 'FILE cannot be read: EISDIR: illegal operation on a directory, read'],
    [
      'in a place that may not be looked into',
      'loop',
      "FILE cannot be read: ELOOP: too many symbolic links encountered, open 'FILE'",
    ],
    ['empty, as after a psql that failed', '\n', 'FILE is empty: the query found no closed account, or psql failed.'],
    ['of another query', 'some-id|4711\n', 'Line 1 of FILE is not a trace id, | and a hash.'],
  ])('closes nothing when the list is %s, and says so in words', async (_, content, sentence) => {
    const { passenger_id: ann } = await buildPassenger(pool);
    const file = path.join(temporaryFolder(), 'closed');
    if (content === 'folder') mkdirSync(file);
    else if (content === 'loop') symlinkSync(file, file);
    else if (content !== undefined) writeFileSync(file, content);

    const { code, errors } = await run('close-account', '--closed', file);

    expect({ code, errors }).toEqual({ code: 1, errors: `${sentence.replaceAll('FILE', file)}\n` });
    expect(await statusOf(ann)).toBe('active');
  });
});

describe('alarms close', { timeout: 60_000 }, () => {
  it('closes an alarm and records which one, so that nobody hides one unseen', async () => {
    const alarm_id = randomUUID();
    const now = new Date().toISOString();
    const alarm = { alarm_id, kind: 'bank_charged_twice', subject: 'C', detail: '{}', raised_at: now, seen_at: now };
    await insertRow(pool, 'operator_alarms', alarm);

    const { code, lastLine } = await run('alarms', 'close', alarm_id);
    const again = await run('alarms', 'close', alarm_id);

    const { traceId, closed } = JSON.parse(lastLine);
    expect([code, closed, again.code]).toEqual([0, true, 1]);
    const detail = { alarmId: alarm_id, alarm: 'bank_charged_twice' };
    expect(await eventsOf(traceId)).toEqual([{ kind: 'alarm_closed', passenger_id: null, detail }]);
    expect((await pool.query(`select from audit_events where kind = 'alarm_closed'`)).rowCount).toBe(1);
  });
});

describe('alarms', { timeout: 60_000 }, () => {
  beforeEach(async () => void (await pool.query('delete from queue_workers')));

  it.each([
    ['has never run', undefined],
    ['is gone', '2026-01-02T03:04:05Z'],
  ])('are no good news where the worker, which looks for them, %s', async (_, seen_at) => {
    if (seen_at !== undefined) await insertRow(pool, 'queue_workers', { worker_id: 'gone', seen_at });

    const { code, printed } = await run('alarms');

    expect(code).toBe(1);
    expect(printed).toContain('No worker is running: nobody looks for alarms');
  });
});
