import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Loaded } from '../config/config.ts';
import { withPool } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { aboutOneAddress } from '../gateways/smtp.ts';
import { isUuid } from '../lib/ids.ts';
import { isoInstantOrNull } from '../lib/iso-instant.ts';
import { closeAlarm, listAlarms } from '../modules/alarms/alarms.service.ts';
import type { JobName } from '../queue/catalogue.ts';
import { sumWaitingMails } from '../queue/jobs.queries.ts';
import { findLivingWorker } from '../queue/workers.queries.ts';
import type { Outcome } from './outcome.ts';
import { say } from './say.ts';
import { withPreparedDatabase } from './with-database.ts';
import { assertUsage } from './wrong-usage.ts';

export interface AlarmsCommand {
  readonly name: 'alarms';
  /** The alarm to close; undefined lists all open alarms. */
  readonly close: string | undefined;
}

/** Reads nothing, or `close ID`; undefined for other words. @throws WrongUsage for an ID in another form. */
export function readAlarmsCommand([act, id, ...more]: string[]): AlarmsCommand | undefined {
  if (act === undefined) return { name: 'alarms', close: undefined };
  if (act !== 'close' || id === undefined || more.length > 0) return undefined;
  assertUsage(isUuid(id.toLowerCase()), `${id} is not the ID of an alarm. \`alarms\` shows it in brackets.`);
  return { name: 'alarms', close: id };
}

/** Lists the open alarms, or closes one. The outcome of a list is not good while any alarm is open, no worker runs, or mails have waited for long. */
export async function manageAlarms({ close }: AlarmsCommand, { config }: Loaded): Promise<Outcome> {
  return await withPreparedDatabase(config, async ({ url }) => {
    const own = { url: urlOfPart(url, 'worker'), poolSize: 1 };
    return await withPool(own, async (pool) => await (close === undefined ? list(pool) : end(pool, close)));
  });
}

async function list(pool: Pool): Promise<Outcome> {
  const { alarms, older } = await listAlarms(pool);
  for (const { alarmId, kind, subject, raisedAt } of alarms) say(`${raisedAt}  ${kind}  ${subject}  (${alarmId})`);
  if (alarms.length === 0) say('No alarm is open.');
  if (older > 0) say(`Older alarms that are open as well: ${older}.`);
  const hasWorker = await tellOfWorker(pool);
  const mails = await tellOfMails(pool);
  const isGood = alarms.length === 0 && hasWorker && mails.waiting === 0;
  return { isGood, summary: { alarms, older, hasWorker, mails } };
}

/** Only a worker looks for alarms: without one the list stays as it is. */
async function tellOfWorker(pool: Pool): Promise<boolean> {
  const [worker] = await findLivingWorker(pool);
  if (worker?.is_alive) return true;
  say('No worker is running: nobody looks for alarms, sends mails or asks the bank.');
  return false;
}

const mailTask = 'send-mail' satisfies JobName;

/** Mails that the mail server has not taken for an hour. A refused address is a mistyped one, or a mailbox that is gone: nobody here can mend it. */
async function tellOfMails(pool: Pool) {
  const [sum] = await sumWaitingMails(pool, { task: mailTask, aboutAddress: aboutOneAddress });
  const { mails: waiting = 0, error: reason = null, refused_addresses: refusedAddresses = 0 } = sum ?? {};
  const since = isoInstantOrNull(sum?.since ?? null);
  if (waiting > 0) {
    say(`Mails that have waited for more than an hour: ${waiting}, the first since ${since}.`);
    say(`Why the newest of them was not sent: ${reason}. See docs/runbook.md, "Mails do not arrive".`);
  }
  if (refusedAddresses > 0)
    say(`Mails whose address the mail server has refused for more than an hour: ${refusedAddresses}.`);
  return { waiting, since, reason, refusedAddresses };
}

async function end(pool: Pool, alarmId: string): Promise<Outcome> {
  const traceId = randomUUID();
  const closed = await closeAlarm(pool, alarmId, traceId);
  if (!closed) process.stderr.write('There is no such alarm, or it has ended.\n');
  return { isGood: closed, summary: { closed, traceId } };
}
