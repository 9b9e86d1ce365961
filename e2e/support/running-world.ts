/** A charge as it stands on a bank statement. */
export interface Statement {
  srid: string;
  amountMinor: number;
}

/**
 * How the holder of a spare card travels; see demo/people/habits.ts. `unpaid` owes a fare; `fiveTrips` has a payment of five trips;
 * the bank has replaced a card with `beforeReplacement`.
 */
export type SpareHabit = 'errands' | 'firstTrips' | 'commuting' | 'unpaid' | 'fiveTrips' | 'beforeReplacement';

export type SpareStatements = Record<SpareHabit, Statement[]>;

/** The data that a city reports when it runs. */
export interface RunningWorld {
  address: string;
  mailboxUrl: string;
  /** The sandbox bank: its page, ledger and switches. */
  bankUrl: string;
  /** The page of the operator's own system: what the portal reported to it about unpaid fares. */
  backOfficeUrl: string;
  /** The API key with which the operator's own system calls the portal. */
  operatorKey: string;
  providerUrl: string;
  databaseUrl: string;
  inbox: string;
  takenStatement: Statement;
  /** Charges of cards that no account has linked. `claimStatement` returns each only once. */
  spareStatements: SpareStatements;
  people: { kind: string; email: string }[];
  password: string;
}

/** The environment variable by which the setup passes the cities to the workers. */
const variable = 'TAPFOLIO_E2E_WORLDS';

/** Tells the workers which cities run. */
export function keepRunningWorlds(worlds: readonly RunningWorld[]): void {
  process.env[variable] = JSON.stringify(worlds);
}

/** The city of this worker: no two workers share one. @throws outside of tests. */
export function theWorld(): RunningWorld {
  const worlds: RunningWorld[] = JSON.parse(process.env[variable] ?? '[]');
  const world = worlds[Number(process.env.TEST_PARALLEL_INDEX)];
  if (world === undefined) throw new Error('the city does not run; journeys are started by playwright test');
  return world;
}
