import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { count, emptyTables, importInto, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { v3, writePsv } from '../../../test/littlepay-feed.ts';
import { deliver, one, participant } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { FileReport } from '../report.ts';
import { Watcher } from '../watcher.ts';
import { littlepay } from './format.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const morning = '2025-10-03T06:00:00.000Z';

describe('files of one export', () => {
  /** The bank was asked twice: by its last answer alone the fare is unpaid, by the settlement it is paid. */
  const files = {
    authorisations: [
      v3.answer('A', '2025-10-04T03:30:00Z', 'AUTHORISED'),
      v3.answer('A', '2025-10-04T03:31:00Z', 'DECLINED', {
        request_type: 'DEBT_RECOVERY_AUTHCHECK',
        retrieval_reference_number: 'second',
      }),
    ],
    devicetransactions: [v3.tap('T1', morning)],
    micropaymentdevicetransactions: [v3.link('T1', 'M')],
    micropayments: [v3.fare('M', 'A', '3.60')],
    settlements: [v3.settlement('S', 'A', '3.60')],
  };
  const write = (folder: string, exported = '202510050430') =>
    Object.entries(files).map(([name, rows]) =>
      writePsv(path.join(folder, name), `${exported}_${name}.psv`, rows, '|'),
    );
  const whole = { status: 'accepted', due: 360, paid: 360, events: 0, messages: 0 };
  const seen = `select status, due_minor::int as due, paid_minor::int as paid,
    (select count(*)::int from debt_events) as events, (select count(*)::int from back_office_messages) as messages
    from payments`;

  it('are imported in one transaction: a fare is never shown unpaid while another file says that it is paid', async () => {
    const folder = temporaryFolder();
    write(folder);

    const reports = await importInto(url, folder, [participant], { format: littlepay });

    expect(reports.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'imported'));
    expect(await one(pool, seen)).toEqual(whole);
    expect(await one(pool, 'select count(distinct imported_at)::int as transactions from feed_files')).toEqual({
      transactions: 1,
    });
  });

  it('make no unpaid fare of what the bank agreed to, although the settlement comes days later', async () => {
    const { settlements, authorisations, ...others } = files;
    const [first] = authorisations;
    const refused = v3.answer('A', '2025-10-04T03:31:00Z', 'DECLINED', { retrieval_reference_number: 'second' });
    await deliver(url, { ...others, authorisations: first ? [first, refused] : [] }, { at: '202510050430' });
    expect(await one(pool, seen)).toMatchObject({ status: 'pending', events: 0, messages: 0 });

    await deliver(url, { settlements }, { at: '202510080430' });

    expect(await one(pool, seen)).toEqual(whole);
  });

  it('are imported in one transaction also when each is packed', async () => {
    const folder = temporaryFolder();
    for (const file of write(folder)) {
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
      rmSync(file);
    }

    const reports = await importInto(url, folder, [participant], { format: littlepay });

    expect(reports).toHaveLength(5);
    expect(await one(pool, seen)).toEqual(whole);
  });

  it('are imported from the inbox when the last of them has come', async () => {
    const [inbox, outbox] = [temporaryFolder(), temporaryFolder()];
    const reports: FileReport[] = [];
    const watcher = new Watcher({
      ...{ databaseUrl: url, operators: [participant], mediumKey, inbox, pollMs: 200 },
      onReport: (report) => void reports.push(report),
      onError: (error) => expect.fail(String(error)),
    });
    onTestFinished(() => watcher.stop());
    await watcher.start();

    for (const file of write(outbox)) {
      cpSync(file, path.join(inbox, path.basename(file)));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // A cluster makes the months meanwhile, which takes a busy machine seconds.
    await vi.waitFor(() => expect(reports).toHaveLength(5), 50_000);

    expect(await one(pool, seen)).toEqual(whole);
  });

  const refuseSettlements = async (error: string) =>
    await pool.query(
      `create function refuse_settlements() returns trigger language plpgsql as
        $$ begin if new.kind = 'settlement' then raise ${error}; end if; return new; end $$;
      create trigger refuse_settlements before insert on feed_pieces for each row execute function refuse_settlements()`,
    );
  const acceptSettlements = async () => await pool.query('drop function if exists refuse_settlements cascade');

  it('are not imported one by one after a temporary failure: none is imported, and all of them the next time', async () => {
    const folder = temporaryFolder();
    write(folder);
    onTestFinished(async () => void (await acceptSettlements()));
    await refuseSettlements(`'deadlock detected' using errcode = 'deadlock_detected'`);

    const reports = await importInto(url, folder, [participant], { format: littlepay });

    expect(reports.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'failed'));
    expect([await count(pool, 'feed_files'), await count(pool, 'trips')]).toEqual([0, 0]);

    await acceptSettlements();
    await importInto(url, folder, [participant], { format: littlepay });

    expect(await one(pool, seen)).toEqual(whole);
  });

  it('are imported one by one when one of them cannot be written, and that one is reported', async () => {
    const folder = temporaryFolder();
    const [first = '', ...others] = write(folder);
    writeFileSync(first, 'not;a;header\n1;2;3\n');
    onTestFinished(async () => void (await acceptSettlements()));
    await refuseSettlements(`'disk full'`);

    const reports = await importInto(url, folder, [participant], { format: littlepay });

    expect(reports.map(({ status }) => status)).toEqual([
      'refused',
      ...others.slice(1).map(() => 'imported'),
      'failed',
    ]);
    expect(reports.at(-1)?.reason).toContain('disk full');
    expect(await count(pool, 'trips')).toBe(1);
  });
});
