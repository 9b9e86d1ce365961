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

/** What a city says of itself once it runs. */
export interface RunningWorld {
  address: string;
  mailboxUrl: string;
  /** The sandbox bank: its page, ledger and switches. */
  bankUrl: string;
  /** The page of the operator's own system: what the portal told it of unpaid fares. */
  backOfficeUrl: string;
  /** What the operator's own system calls the portal with. */
  operatorKey: string;
  providerUrl: string;
  databaseUrl: string;
  inbox: string;
  takenStatement: Statement;
  /** Charges of cards that nobody has linked; `claimStatement` hands out each once. */
  spareStatements: SpareStatements;
  people: { kind: string; email: string }[];
  password: string;
}

/** Handed from the setup to the workers in one environment variable. */
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
