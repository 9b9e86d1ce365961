import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { RunningWorld, SpareHabit, Statement } from './running-world.ts';

/** A passenger made for one test. No other test depends on them. */
export interface TestPassenger {
  email: string;
  password: string;
  /** One charge of each card, in the order of the cards. */
  statements: Statement[];
}

export interface PassengerWishes {
  /** One card for each habit. Default: one card with `errands`. */
  cards?: { name: string; habit?: SpareHabit }[];
  language?: 'en_CA' | 'fr_CA';
  state?: 'active' | 'expired' | 'deactivated';
  mustChangePassword?: boolean;
  mailCode?: boolean;
}

/**
 * Returns a charge of a card that no account has linked and that no other test gets. A file of the city records the used ones,
 * because after a failed test another process continues.
 * @throws if none is left.
 */
export function claimStatement(world: RunningWorld, habit: SpareHabit = 'errands'): Statement {
  const file = path.resolve(world.inbox, '..', `claimed-${habit}`);
  const claimed = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const statement = world.spareStatements[habit][claimed];
  if (statement === undefined) throw new Error(`all ${claimed} spare cards with ${habit} are used up`);
  writeFileSync(file, String(claimed + 1));
  return statement;
}

/** An e-mail address that no account has. */
export function newAddress(): string {
  return `passenger-${randomUUID().slice(0, 8)}@example.org`;
}

/** Inserts a passenger with cards into the city's database. The password is that of all people of the city. */
export async function makePassenger(world: RunningWorld, wishes: PassengerWishes = {}): Promise<TestPassenger> {
  const { cards = [{ name: 'My card' }] } = wishes;
  const email = newAddress();
  const statements = cards.map(({ habit }) => claimStatement(world, habit));
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    const passengerId = await insertPassenger(client, world, email, wishes);
    for (const [index, { name }] of cards.entries()) {
      await client.query(
        `insert into cards (passenger_id, card_id, medium_id, name)
        select $1, $2, medium_id, $3 from service_references where srid = $4`,
        [passengerId, index + 1, name, statements[index]?.srid],
      );
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
  return { email, password: world.password, statements };
}

async function insertPassenger(
  client: pg.Client,
  world: RunningWorld,
  email: string,
  { language = 'en_CA', state = 'active', mustChangePassword = false, mailCode = false, cards = [] }: PassengerWishes,
): Promise<string> {
  const passengerId = randomUUID();
  await client.query(
    `insert into passengers (passenger_id, email, status, display_language, must_change_password, mail_code, last_card_id)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    [passengerId, email, state, language, mustChangePassword, mailCode, Math.max(cards.length, 1)],
  );
  const fresh = world.people.find(({ kind }) => kind === 'Fresh')?.email;
  await client.query(
    `insert into credentials (passenger_id, password_hash)
    select $1, password_hash from credentials join passengers using (passenger_id) where email = $2`,
    [passengerId, fresh],
  );
  await client.query(
    `insert into consents (passenger_id, version, language)
    select $1, version, language from consents join passengers using (passenger_id) where email = $2`,
    [passengerId, fresh],
  );
  return passengerId;
}
