/** What the city says of itself once it runs; handed from the setup to the tests in one environment variable. */
export interface RunningWorld {
  address: string;
  mailboxUrl: string;
  providerUrl: string;
  databaseUrl: string;
  inbox: string;
  statements: { srid: string; amountMinor: number }[];
  takenStatement: { srid: string; amountMinor: number };
  people: { kind: string; email: string }[];
  password: string;
}

const variable = 'TAPFOLIO_E2E_WORLD';

export function keepRunningWorld(world: RunningWorld): void {
  process.env[variable] = JSON.stringify(world);
}

/** Nothing while the setup has not run yet: the configuration is read once before it and once in each worker after it. */
export function readRunningWorld(): RunningWorld | undefined {
  const kept = process.env[variable];
  return kept ? JSON.parse(kept) : undefined;
}

/** The running city, for tests. @throws outside of them. */
export function theWorld(): RunningWorld {
  const world = readRunningWorld();
  if (world === undefined) throw new Error('the city does not run; journeys are started by playwright test');
  return world;
}
