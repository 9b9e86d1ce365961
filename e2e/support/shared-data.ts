import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { RunningWorld } from './running-world.ts';

/** The feed with one month of a real card, as the operator's back office would deliver it. It is in a folder beside the repository. */
const sharedData = process.env.TAPFOLIO_SHARED_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
const sample = path.join(sharedData, 'tfl-contactless/enghouse');

/** @throws if the data is missing where it is required: a skipped journey proves nothing. */
export function hasRealCard(): boolean {
  if (existsSync(sample)) return true;
  if (process.env.CI)
    throw new Error(`the real card's feed is missing: ${sample} (TAPFOLIO_SHARED_DATA names its folder)`);
  return false;
}

/** Puts the feed into the watched folder and waits until the server has imported all of it. */
export async function deliverRealCard(world: RunningWorld): Promise<void> {
  cpSync(sample, world.inbox, { recursive: true });
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const wanted = readdirSync(sample).length;
    const deadline = Date.now() + 60_000;
    let taken = 0;
    while (taken < wanted) {
      if (Date.now() > deadline) throw new Error(`${taken} of ${wanted} files were taken from the inbox in a minute`);
      const { rowCount } = await client.query(`select from feed_files where name like '%SAMPLE_%' and refusal is null`);
      taken = rowCount ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await client.end();
  }
}

/** A charge of the real card as it appears on the bank statement. */
export function realStatementLine(): string {
  const [head = '', ...rows] = readLines('pw');
  const columns = head.split(';');
  const field = (row: string, name: string) => row.split(';')[columns.indexOf(name)] ?? '';
  const row = rows.find((candidate) => field(candidate, 'amount_settled') === '1070') ?? '';
  return `PLT*${field(row, 'payment_reference')}  LONDON  ${(Number(field(row, 'amount_settled')) / 100).toFixed(2)}`;
}

function readLines(entity: string): string[] {
  const folder = path.join(sample, entity);
  const [file = ''] = readdirSync(folder);
  return readFileSync(path.join(folder, file), 'utf8').trim().split('\n');
}
