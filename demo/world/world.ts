import path from 'node:path';
import type { Loaded } from '@tapfolio/server/src/config/config.ts';
import { type Stop, stopAll } from '@tapfolio/server/src/lib/stop-all.ts';
import { type RunningServer, startServer } from '@tapfolio/server/src/main.ts';
import type { OpenDatabase } from '@tapfolio/server/src/open-database.ts';
import type { Medium } from '../back-office/media.ts';
import { openQuestionDesk, startAnswering } from '../back-office/question-desk.ts';
import { openRefundDesk } from '../back-office/refund-desk.ts';
import { readNetwork } from '../city/network.ts';
import { claimableCard, type DemoCard, type DemoPerson, people, unlinkedCards } from '../people/people.ts';
import { claimPort } from '../ports/ports.ts';
import { readOpenDays } from '../simulator/open-days.ts';
import type { StatementLine } from './accounts.ts';
import { claimLines } from './claims.ts';
import { type Histories, makeHistories } from './histories.ts';
import { makeDeskKey, makeOperatorKey } from './operator-key.ts';
import { atHome, type Outside, startOutside } from './outside.ts';
import { type Progress, readProgress, writeProgress } from './progress.ts';
import {
  bringInMonths,
  bringInRest,
  findAccounts,
  keepIdentities,
  lockSomebody,
  type SeedOptions,
  settle,
} from './seed.ts';
import { startTraffic } from './traffic.ts';

export interface World {
  /** The address of the portal for a browser. */
  address: string;
  mailboxUrl: string;
  /** The page of the sandbox bank, with its ledger and its switches. */
  bankUrl: string;
  /** The page of the operator's own system, which makes refunds and answers passengers. */
  backOfficeUrl: string;
  /** The API key with which this system calls the portal. */
  operatorKey: string;
  databaseUrl: string;
  /** The address of the city's identity provider. */
  providerUrl: string;
  /** The watched folder. The server imports feed files that are put here. */
  inbox: string;
  /** The people with an account. A city that an older version made lacks the people who were added later. */
  people: readonly DemoPerson[];
  /** Charges of cards that no account has linked. Each works for one registration. */
  statements: StatementLine[];
  /** A charge of a card that an account has linked. */
  takenStatement: StatementLine;
  /** Two charges of a card that an account linked long before: enough to claim it. */
  claimableStatements: [StatementLine, StatementLine];
  /** A charge of each requested spare card. */
  spareStatements: (StatementLine & { cardName: string })[];
  /** True if all travel was already imported at the start. */
  isComplete: boolean;
  /** Resolves when all travel is imported, or when the world was stopped before that. */
  completed: Promise<void>;
  /** Stops everything in order, the database last. */
  stop(): Promise<void>;
}

export interface WorldOptions {
  /** Further cards with a history that no account has linked. They make no new trips. */
  spareCards?: readonly DemoCard[];
  /** Leaves out the old years of the very long history, whose import takes a minute. */
  recentOnly?: boolean;
}

/** Starts everything in the city but its database, which is being opened, and builds the city if it does not exist. */
export async function openWorld(
  { config, secrets }: Loaded,
  database: Promise<OpenDatabase>,
  options: WorldOptions,
  stops: Stop[],
): Promise<World> {
  const directory = path.join(config.dataDirectory, 'demo');
  const { port, release } = await claimPort(config.http.port, config.http.host);
  stops.push(async () => release());
  const portal = `http://localhost:${port}`;
  const outside = await startOutside(directory, portal, stops);
  const { provider, bank, backOffice } = outside;
  const server = await startServer({
    database,
    config: {
      ...atHome(config, outside),
      publicUrl: portal,
      http: { ...config.http, port },
    },
    secrets: { ...secrets, ssoClientSecret: provider.clientSecret, bank, backOfficeKeys: [backOffice.signingKey] },
  });
  stops.push(() => server.stop());
  await keepIdentities(server, provider.issuer);
  return await inhabit({ ...outside, server, stop: () => stopAll(stops) }, directory, options);
}

interface Services extends Outside {
  server: RunningServer;
  /** Stops all services, the last started first. */
  stop: Stop;
}

async function inhabit(
  { server, mailbox, provider, bank, backOffice, stop }: Services,
  directory: string,
  { spareCards = [], recentOnly = false }: WorldOptions,
): Promise<World> {
  const { config } = server.context;
  const progressFile = path.join(directory, 'progress.json');
  const progress = readProgress(progressFile, Date.now());
  const network = readNetwork();
  const histories = makeHistories(network, progress.seededAt, spareCards);
  const openDays = readOpenDays(path.join(directory, 'open-days.json'), network);
  const deliveries = path.join(directory, 'deliveries');
  const operatorKey = await makeOperatorKey(server);
  const desk = openRefundDesk(server.address, operatorKey);
  const questionDesk = openQuestionDesk(server.address, await makeDeskKey(server));
  const city = { network, histories, openDays, seededAt: progress.seededAt, deliveries };
  const seed = { server, mailbox, bank, ...city, desk, questionDesk };
  const keep = (more: Partial<Progress>) => writeProgress(progressFile, Object.assign(progress, more));
  keep({});
  if (!progress.isSettled) await settle(seed);
  keep({ isSettled: true, lockedAt: await lockSomebody(server.address, progress, Date.now()) });
  const accounts = await findAccounts(server);
  const find = (srid: string) => histories.payment(srid, backOffice.isPaid);
  const payments = () => newestPayments(histories);
  backOffice.serve({ desk, payments, find, asked: [], questions: questionDesk, answered: [] });
  const answering = startAnswering(questionDesk);
  const { inbox } = config.feeds;
  const simulator = startTraffic({ bank, backOffice }, seed, inbox);
  const abort = new AbortController();
  if (recentOnly) await bringInMonths(seed);
  const isComplete = progress.isComplete || recentOnly;
  const completed = isComplete ? Promise.resolve() : complete(seed, abort.signal, () => keep({ isComplete: true }));
  return {
    address: config.publicUrl,
    mailboxUrl: mailbox.url,
    bankUrl: bank.url,
    backOfficeUrl: backOffice.pageUrl,
    operatorKey,
    providerUrl: provider.issuer,
    databaseUrl: server.databaseUrl,
    inbox,
    people: people.filter(({ email }) => accounts.has(email)),
    statements: unlinkedCards.map((card) => histories.statementOf(card.medium)),
    claimableStatements: claimLines(histories, claimableCard.medium),
    takenStatement: histories.statementOf(someoneElse()),
    spareStatements: spareCards.map(({ name, medium }) => ({ cardName: name, ...histories.statementOf(medium) })),
    isComplete,
    completed,
    stop: async () => {
      simulator.stop();
      answering.stop();
      abort.abort();
      // A failure is for those who wait for the history: the parts are stopped anyway.
      await completed.catch(() => undefined);
      await stop();
    },
  };
}

async function complete(seed: SeedOptions, signal: AbortSignal, onDone: () => void): Promise<void> {
  if (await bringInRest(seed, signal)) onDone();
}

function someoneElse(): Medium {
  const [person] = people;
  if (person === undefined) throw new Error('the city has no people');
  return person.cards[0].medium;
}

/** The latest charge of each person's first card. */
function newestPayments(histories: Histories) {
  return people.flatMap(({ email: person, cards: [{ medium }] }) =>
    histories
      .paymentsOf(medium)
      .slice(0, 2)
      .map((payment) => ({ person, payment })),
  );
}
