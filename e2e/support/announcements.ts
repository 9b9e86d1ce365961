import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { announcements } from '@tapfolio/contracts/announcements.ts';
import type { RunningWorld } from './running-world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Runs the operator's command on the city and returns what it printed last. @throws if the command says that it was not done. */
async function announcement(world: RunningWorld, ...words: readonly string[]): Promise<Record<string, unknown>> {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, TAPFOLIO_DATA: path.resolve(world.inbox, '../..') };
  const command = [path.join(root, 'apps/server/src/cli.ts'), 'announcement', ...words];
  const config = ['--config', path.join(root, 'config/demo.json')];
  const { stdout } = await run(process.execPath, [...command, ...config], { cwd: root, env });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}');
}

/** The announcements that pages are told. */
async function idsShown({ address }: RunningWorld): Promise<string[]> {
  const response = await fetch(new URL('/public/api/v1/portal/announcements?language=en_CA', address));
  const { items } = announcements.parse(await response.json());
  return items.map(({ id }) => id);
}

/** The operator tells passengers this, for as long as `work` takes. */
export async function withAnnouncement(
  world: RunningWorld,
  content: object,
  work: (end: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-announcement-'));
  const file = path.join(folder, 'announcement.json');
  writeFileSync(file, JSON.stringify(content));
  const { announcementId } = await announcement(world, 'add', file);
  const id = String(announcementId);
  try {
    // A page that asked within the seconds in which the server answers from memory would ask again only after minutes.
    await expect.poll(() => idsShown(world), { timeout: 15_000 }).toContain(id);
    await work(async () => void (await announcement(world, 'end', id)));
  } finally {
    await announcement(world, 'remove', id);
    rmSync(folder, { recursive: true });
  }
}
