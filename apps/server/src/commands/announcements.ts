import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { maxAnnouncements } from '@tapfolio/domain/announcements.ts';
import type { Pool } from 'pg';
import type { Config, Loaded } from '../config/config.ts';
import { withPool } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { systemClock } from '../lib/clock.ts';
import { isUuid } from '../lib/ids.ts';
import { isMissing } from '../lib/is-missing.ts';
import { reasonOf } from '../lib/reason-of.ts';
import {
  addAnnouncement,
  endAnnouncement,
  listAnnouncements,
  type NewAnnouncement,
  removeAnnouncement,
  type Unwanted,
} from '../modules/announcements/announcements.service.ts';
import { readWrittenAnnouncement } from '../modules/announcements/written-announcement.ts';
import type { Outcome } from './outcome.ts';
import { say } from './say.ts';
import { withPreparedDatabase } from './with-database.ts';
import { assertUsage } from './wrong-usage.ts';

type Act =
  | { readonly act: 'add'; readonly file: string }
  | { readonly act: 'list' }
  | { readonly act: 'end' | 'remove'; readonly announcementId: string };

export type AnnouncementCommand = { readonly name: 'announcement' } & Act;

/** Reads `add FILE`, `list`, `end ID` and `remove ID`; undefined for other words. @throws WrongUsage for an ID in another form. */
export function readAnnouncementCommand([act, what, ...more]: string[]): AnnouncementCommand | undefined {
  const name = 'announcement';
  if (more.length > 0) return undefined;
  if (act === 'list' && what === undefined) return { name, act };
  if (what === undefined) return undefined;
  if (act === 'add') return { name, act, file: path.resolve(what) };
  if (act !== 'end' && act !== 'remove') return undefined;
  const announcementId = what.toLowerCase();
  assertUsage(isUuid(announcementId), `${what} is not the ID of an announcement. \`announcement list\` shows it.`);
  return { name, act, announcementId };
}

/** Adds, lists, ends or removes announcements. Every process shows a change within seconds. */
export async function manageAnnouncements(command: AnnouncementCommand, { config }: Loaded): Promise<Outcome> {
  const work = workOf(command, config);
  return await withPreparedDatabase(config, async ({ url }) => {
    return await withPool({ url: urlOfPart(url, 'worker'), poolSize: 1 }, work);
  });
}

function workOf(command: Act, config: Config): (pool: Pool) => Promise<Outcome> {
  if (command.act === 'list') return list;
  if (command.act !== 'add') return (pool) => change(pool, command);
  const written = readFile(command.file, config);
  return (pool) => add(pool, written);
}

/** @throws a sentence for each thing that is wrong with the file. */
function readFile(file: string, { languages: { deployed } }: Pick<Config, 'languages'>): NewAnnouncement {
  const read = readWrittenAnnouncement(readJson(file), { deployed, nowMs: systemClock.now().getTime() });
  if (!Array.isArray(read)) return read;
  throw new Error(
    [`The announcement cannot be used (${file}):`, ...read.map((problem) => `  - ${problem}`)].join('\n'),
  );
}

function readJson(file: string): unknown {
  if (isMissing(file)) throw new Error(`There is no file ${file} (no such file or directory)`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${reasonOf(error)}`, { cause: error });
  }
}

const reasons: Readonly<Record<Unwanted, string>> = {
  twin: 'An announcement with these texts is shown, or will be, at the same time: announcement list.',
  too_many: `${maxAnnouncements} announcements are in force or to come. End or remove one: announcement list.`,
  over: 'The announcement would be over already: see until.',
};

async function add(pool: Pool, written: NewAnnouncement): Promise<Outcome> {
  const traceId = randomUUID();
  const added = await addAnnouncement(pool, written, traceId);
  if (typeof added !== 'string') return { isGood: true, summary: { ...added, traceId } };
  process.stderr.write(`${reasons[added]}\n`);
  return { isGood: false, summary: { added: false } };
}

async function list(pool: Pool): Promise<Outcome> {
  const announcements = await listAnnouncements(pool);
  for (const { announcementId, state, level, from, until, shownOn, texts } of announcements) {
    const where = typeof shownOn === 'string' ? shownOn : shownOn.join(', ');
    const [text] = Object.values(texts);
    say(`${from} – ${until ?? 'open'}  ${state}  ${level}  ${where}  ${text?.title ?? ''}  (${announcementId})`);
  }
  if (announcements.length === 0) say('There is no announcement.');
  return { isGood: true, summary: { announcements } };
}

async function change(pool: Pool, { act, announcementId }: Extract<Act, { act: 'end' | 'remove' }>): Promise<Outcome> {
  const traceId = randomUUID();
  if (act === 'remove') {
    const removed = await removeAnnouncement(pool, announcementId, traceId);
    if (!removed) process.stderr.write('There is no such announcement.\n');
    return { isGood: removed, summary: { removed, traceId } };
  }
  const ended = await endAnnouncement(pool, announcementId, traceId);
  if (!ended)
    process.stderr.write(
      'No such announcement is in force. One that is to come is taken back with announcement remove.\n',
    );
  return { isGood: ended, summary: { ended, traceId } };
}
