import { reasonOf } from '@tapfolio/server/src/lib/reason-of.ts';
import type { RunningServer } from '@tapfolio/server/src/main.ts';
import { fromAddress, throttleRules } from '@tapfolio/server/src/modules/throttles/throttle-rules.ts';
import { forgive } from '@tapfolio/server/src/modules/throttles/throttles.service.ts';
import { contextOf } from '@tapfolio/server/src/plugins/context.ts';
import { sridOf } from '../back-office/media.ts';
import type { RefundDesk } from '../back-office/refund-desk.ts';
import type { Network } from '../city/network.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { type DemoPerson, people } from '../people/people.ts';
import type { OpenDays } from '../simulator/open-days.ts';
import { listAccounts, moveIdentities, updateState } from './account-states.queries.ts';
import { type Account, type AccountOptions, lockOut, openAccount } from './accounts.ts';
import { asOwner } from './as-owner.ts';
import { claimCards } from './claims.ts';
import { bringIn, bringInTimetable, type DeliveryOptions, withImporter } from './deliveries.ts';
import type { Histories } from './histories.ts';
import { keepTrying } from './keep-trying.ts';
import { tellNews } from './news-mails.ts';
import type { Progress } from './progress.ts';

/** Accounts opened at the same time. Hashing a password needs a core, and the server refuses calls that wait too long. */
const accountsAtOnce = 3;

/** The duration of a lock. */
const lockMs = 15 * 60_000;

export interface SeedOptions extends DeliveryOptions {
  server: RunningServer;
  mailbox: Mailbox;
  network: Network;
  histories: Histories;
  openDays: OpenDays;
  /** The part of the back office that makes refunds. */
  desk: RefundDesk;
  /** The part that answers passengers. */
  questionDesk: AccountOptions['questionDesk'];
}

/** Seeds the timetable, everybody's last weeks and all accounts. A first start waits for this. */
export async function settle(options: SeedOptions): Promise<void> {
  const { server, mailbox, histories, openDays, questionDesk } = options;
  await withImporter(server, async (importer) => {
    await bringInTimetable(importer);
    await bringIn(importer, options, histories.recent());
  });
  const consentVersion = server.context.config.consent.version;
  const { statementOf } = histories;
  const account = { address: server.address, consentVersion, mailbox, statementOf, questionDesk };
  const opened = await findAccounts(server);
  await forgetRegistrations(server);
  const waiting = [...people];
  const open = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      await openAccount(account, person, opened.get(person.email));
      await setState(server, person);
      await setMoney(options, person);
    }
  };
  await Promise.all(Array.from({ length: accountsAtOnce }, open));
  await forgetRegistrations(server);
  await claimCards(server, histories);
  await tellNews(server);
  for (const day of histories.openDays()) openDays.put(day);
  openDays.save();
}

/** People of a real city have different IP addresses. So this removes the counts of registrations from this one address. */
async function forgetRegistrations({ context }: RunningServer): Promise<void> {
  const auth = contextOf(context, 'auth');
  for (const bucket of fromAddress(throttleRules.registerByAddress, '127.0.0.1')) await forgive(auth, bucket);
}

/** The existing accounts of the city's people, by e-mail address. */
export async function findAccounts({ databaseUrl }: Pick<RunningServer, 'databaseUrl'>): Promise<Map<string, Account>> {
  const emails = people.map(({ email }) => email);
  const accounts = await asOwner(databaseUrl, async (pool) => await listAccounts(pool, { emails }));
  return new Map(accounts.map((account) => [account.email, account]));
}

/** Sets the state of some accounts (closed, expired and so on), as the operator's back office would. */
async function setState({ databaseUrl }: RunningServer, { email, state }: DemoPerson): Promise<void> {
  if (state === undefined || state === 'locked') return;
  const mustChange = state === 'mustChange';
  const wished = { email, status: mustChange ? 'active' : state, mustChangePassword: mustChange } as const;
  await asOwner(databaseUrl, async (pool) => await updateState(pool, wished));
}

/** Sets how the bank answers for unpaid fares, and makes the operator's refunds. */
async function setMoney({ bank, desk, histories }: SeedOptions, person: DemoPerson): Promise<void> {
  const [{ medium }] = person.cards;
  if (person.bank !== undefined) {
    const refused = histories.refusedDayOf(medium);
    if (refused === undefined) throw new Error(`${person.email} owes nothing`);
    await bank.setFault({ ...person.bank, statementReference: sridOf(medium, refused.day) });
  }
  if (person.isRefunded) {
    const payment = histories.paymentsOf(medium).find(({ trips }) => trips.length === 5);
    if (payment === undefined) throw new Error(`${person.email} has no day with five trips`);
    await desk.ask({ srid: payment.srid, reason: 'delay', tripId: payment.trips[0]?.tripId });
  }
}

/** Moves the accounts of the identity provider's people to its present address. */
export async function keepIdentities(
  { databaseUrl }: Pick<RunningServer, 'databaseUrl'>,
  issuer: string,
): Promise<void> {
  await asOwner(databaseUrl, async (pool) => await moveIdentities(pool, { issuer }));
}

/** Locks the person to be locked, unless the last lock is still in force. */
export async function lockSomebody(address: string, progress: Progress, now: number): Promise<number> {
  const { lockedAt = 0 } = progress;
  if (now - lockedAt < lockMs) return lockedAt;
  await Promise.all(people.filter(({ state }) => state === 'locked').map(({ email }) => lockOut(address, email)));
  return now;
}

/** Imports the months before the recent travel. */
export async function bringInMonths(options: SeedOptions): Promise<void> {
  await withImporter(options.server, async (importer) => await bringIn(importer, options, options.histories.months()));
}

/**
 * Imports everything older than the recent travel while the city is open already, and a failure must not close it: it is tried again, and what
 * was imported before has no effect then. Returns whether it is complete; it can be stopped between two deliveries.
 */
export async function bringInRest(options: SeedOptions, signal: AbortSignal): Promise<boolean> {
  let isComplete = false;
  const work = async () => {
    await bringInMonths(options);
    isComplete = await bringInYears(options, signal);
  };
  const onFailure = (error: unknown) =>
    process.stderr.write(`Travel of earlier months is missing, and its import is tried again: ${reasonOf(error)}\n`);
  await keepTrying(work, { signal, onFailure });
  return isComplete;
}

/** Imports the old years of the very long history. */
async function bringInYears(options: SeedOptions, signal: AbortSignal): Promise<boolean> {
  return await withImporter(options.server, async (importer) => {
    for (const delivery of options.histories.years()) {
      if (signal.aborted) return false;
      await bringIn(importer, options, delivery);
    }
    return true;
  });
}
