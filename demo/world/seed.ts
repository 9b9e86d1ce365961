import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPool } from '@tapfolio/server/src/database/pool.ts';
import { enghouse } from '@tapfolio/server/src/feeds/enghouse/format.ts';
import { gtfs } from '@tapfolio/server/src/feeds/gtfs/format.ts';
import { importFile } from '@tapfolio/server/src/feeds/import-file.ts';
import { importFolder } from '@tapfolio/server/src/feeds/import-folder.ts';
import { Importer } from '@tapfolio/server/src/feeds/importer.ts';
import { productFiles } from '@tapfolio/server/src/feeds/products/format.ts';
import type { FileReport } from '@tapfolio/server/src/feeds/report.ts';
import type { RunningServer } from '@tapfolio/server/src/main.ts';
import { type Delivery, type Entity, entities, stampOf, writeDelivery } from '../back-office/enghouse-files.ts';
import { sridOf } from '../back-office/media.ts';
import type { RefundDesk } from '../back-office/refund-desk.ts';
import type { BankControls } from '../bank/bank-controls.ts';
import { originalsOf } from '../bank/originals.ts';
import { gtfsDirectory, type Network } from '../city/network.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { type DemoPerson, people } from '../people/people.ts';
import type { OpenDays } from '../simulator/open-days.ts';
import { moveIdentities, updateState } from './account-states.queries.ts';
import { lockOut, openAccount } from './accounts.ts';
import { claimCards } from './claims.ts';
import type { Histories } from './histories.ts';

/** How far the building of the world has come; kept in a file, so that a start that was cut short is finished later. */
export interface Progress {
  /** The instant whose past the histories tell. */
  seededAt: number;
  /** Everybody can sign in. */
  isSettled: boolean;
  /** The very long history has all its years. */
  isComplete: boolean;
  /** When the locked person was last locked. */
  lockedAt?: number;
}

/** Hashing a password takes a core for a while, and who waits too long for one is refused. */
const accountsAtOnce = 3;

/** As long as a lock lasts. */
const lockMs = 15 * 60_000;

/** How far the seeding of a city is; one without a file begins `now` (milliseconds). */
export function readProgress(file: string, now: number): Progress {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return { seededAt: now, isSettled: false, isComplete: false };
}

/** Keeps how far the seeding is. */
export function writeProgress(file: string, progress: Progress): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(progress));
}

export interface SeedOptions {
  server: RunningServer;
  mailbox: Mailbox;
  bank: BankControls;
  network: Network;
  histories: Histories;
  openDays: OpenDays;
  /** Of the back office. */
  desk: RefundDesk;
  seededAt: number;
  /** A folder of our own for the files on their way into the importers. */
  deliveries: string;
}

/** The timetable, everybody's last months and all accounts: what a first start waits for. */
export async function settle(options: SeedOptions): Promise<void> {
  const { server, mailbox, histories, openDays } = options;
  await withImporter(server, async (importer) => {
    check([await importFile(importer, { formats: [gtfs], path: gtfsDirectory })]);
    await bringIn(importer, options, histories.recent());
  });
  const consentVersion = server.context.config.consent.version;
  const account = { address: server.address, consentVersion, mailbox, statementOf: histories.statementOf };
  const waiting = [...people];
  const open = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      await openAccount(account, person);
      await setState(server, person);
      await setMoney(options, person);
    }
  };
  await Promise.all(Array.from({ length: accountsAtOnce }, open));
  await claimCards(server, histories);
  for (const day of histories.openDays()) openDays.put(day);
  openDays.save();
}

/** Some accounts are closed or about to be: the operator's back office would see to that. */
async function setState({ databaseUrl }: RunningServer, { email, state }: DemoPerson): Promise<void> {
  if (state === undefined || state === 'locked') return;
  const mustChange = state === 'mustChange';
  const pool = createPool({ url: databaseUrl });
  try {
    await updateState(pool, { email, status: mustChange ? 'active' : state, mustChangePassword: mustChange });
  } finally {
    await pool.end();
  }
}

/** What the bank will do about an unpaid fare, and what the operator gave back. */
async function setMoney({ bank, desk, histories }: SeedOptions, person: DemoPerson): Promise<void> {
  const [{ medium }] = person.cards;
  if (person.bank !== undefined) {
    const unpaid = histories.refusedDayOf(medium);
    if (unpaid === undefined) throw new Error(`${person.email} owes nothing`);
    await bank.setFault({ ...person.bank, statementReference: sridOf(medium, unpaid.day) });
  }
  if (person.isRefunded) {
    const payment = histories.paymentsOf(medium).find(({ trips }) => trips.length === 5);
    if (payment === undefined) throw new Error(`${person.email} has no day with five trips`);
    await desk.ask({ srid: payment.srid, reason: 'delay', tripId: payment.trips[0]?.tripId });
  }
}

/** Lets whoever signed in at the identity provider before be known to it under the address that it has now. */
export async function keepIdentities(
  { databaseUrl }: Pick<RunningServer, 'databaseUrl'>,
  issuer: string,
): Promise<void> {
  const pool = createPool({ url: databaseUrl, poolSize: 1 });
  try {
    await moveIdentities(pool, { issuer });
  } finally {
    await pool.end();
  }
}

/** Locks who is to be locked, unless the last time is so short ago that they still are. */
export async function lockSomebody(address: string, progress: Progress, now: number): Promise<number> {
  const { lockedAt = 0 } = progress;
  if (now - lockedAt < lockMs) return lockedAt;
  await Promise.all(people.filter(({ state }) => state === 'locked').map(({ email }) => lockOut(address, email)));
  return now;
}

/** The old years of the very long history, while the server already works. Stops between two deliveries when told to. */
export async function bringInOldYears(options: SeedOptions, signal: AbortSignal): Promise<boolean> {
  return await withImporter(options.server, async (importer) => {
    for (const delivery of options.histories.old()) {
      if (signal.aborted) return false;
      await bringIn(importer, options, delivery);
    }
    return true;
  });
}

/** The files that are of the portal's own design. */
const ownFiles: readonly Entity[] = ['products', 'sales', 'cards'];

/** Lets the importers of the product read a delivery, as if the back office had sent it. */
async function bringIn(importer: Importer, options: SeedOptions, delivery: Delivery): Promise<void> {
  const folder = options.deliveries;
  rmSync(folder, { recursive: true, force: true });
  writeDelivery(folder, stampOf(options.seededAt), delivery);
  for (const entity of entities) {
    const place = path.join(folder, entity);
    const format = ownFiles.includes(entity) ? productFiles : enghouse;
    if (existsSync(place)) check(await importFolder(importer, place, { format }));
  }
  await options.bank.remember(originalsOf(delivery));
  rmSync(folder, { recursive: true, force: true });
}

/** A row of ours that the importers set aside is a mistake in the demo. */
function check(reports: FileReport[]): void {
  for (const { name, status, reason, quarantined } of reports) {
    if (status === 'imported' || status === 'unchanged') {
      if (quarantined.length === 0) continue;
      throw new Error(`${name}:${quarantined[0]?.line} of the demo was set aside: ${quarantined[0]?.reason}`);
    }
    throw new Error(`${name} of the demo was ${status}: ${reason ?? 'no reason given'}`);
  }
}

async function withImporter<Result>(
  server: RunningServer,
  work: (importer: Importer) => Promise<Result>,
): Promise<Result> {
  const { config, secrets } = server.context;
  const options = { databaseUrl: server.databaseUrl, operators: config.operators, mediumKey: secrets.mediumKey };
  const importer = await Importer.open(options);
  try {
    return await work(importer);
  } finally {
    await importer.close();
  }
}
