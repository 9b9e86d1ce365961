import { setTimeout as sleep } from 'node:timers/promises';
import { salesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import type { Medium } from '../back-office/media.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { type DemoPerson, demoPassword } from '../people/people.ts';
import { createPassengerClient, type PassengerClient, Refusal } from './passenger-client.ts';
import { signInThroughProvider } from './provider-sign-in.ts';

/** A line of a card's bank statement: what its holder proves it with. */
export interface StatementLine {
  srid: string;
  amountMinor: number;
}

export interface AccountOptions {
  /** Where the server listens. */
  address: string;
  consentVersion: string;
  mailbox: Mailbox;
  statementOf(medium: Medium): StatementLine;
}

const patienceMs = 120_000;

/** What a person has done already, in a start that was cut short. */
export interface Account {
  cards: readonly string[];
  favourites: readonly string[];
}

/**
 * Opens a person's account the way the person would: registers with a statement line, follows the link in the mail,
 * signs in and adds the other cards. What is there already is left as it is.
 */
export async function openAccount(
  options: AccountOptions,
  person: DemoPerson,
  account: Account | undefined,
): Promise<void> {
  const { address } = options;
  const { cards, favourites } = account ?? (await register(options, person));
  const missingCards = person.cards.filter(({ name }) => !cards.includes(name));
  const missingFavourites = (person.favourites ?? []).filter(({ name }) => !favourites.includes(name));
  if (missingCards.length === 0 && missingFavourites.length === 0) return;
  const client = await signIn(address, person);
  for (const { medium, name } of missingCards) await client.call('linkCard', { ...options.statementOf(medium), name });
  if (missingFavourites.length > 0) await chooseFavourites(client, missingFavourites);
}

/** Whoever signs in at the provider gets an account by doing so. */
async function register(
  { address, consentVersion, mailbox, statementOf }: AccountOptions,
  { email, language, cards: [first], provider }: DemoPerson,
): Promise<Account> {
  if (provider !== undefined) return { cards: [], favourites: [] };
  const client = createPassengerClient(address);
  const wish = { email, password: demoPassword, cardName: first.name, consentVersion, language };
  await client.call('register', { ...wish, ...statementOf(first.medium) });
  await client.call('confirmRegistration', { token: await tokenFor(mailbox, email), password: demoPassword });
  return { cards: [first.name], favourites: [] };
}

async function signIn(address: string, { email, provider }: DemoPerson): Promise<PassengerClient> {
  if (provider !== undefined) return createPassengerClient(address, await signInThroughProvider(address, email));
  const client = createPassengerClient(address);
  await client.call('signIn', { email, password: demoPassword });
  return client;
}

/** Chooses packages that were bought with the first card, as the passenger would from the list of them. */
async function chooseFavourites(
  client: PassengerClient,
  favourites: NonNullable<DemoPerson['favourites']>,
): Promise<void> {
  const card = { cardId: 1 };
  const { items } = salesPackagePage.parse(await client.call('listSalesPackages', undefined, card));
  for (const { packageName, name } of favourites) {
    const sold = items.find((item) => item.name === packageName && item.choice === 'open');
    if (sold === undefined) throw new Error(`nobody sold ${packageName} in the last four weeks`);
    await client.call('addFavourite', { salesPackageId: sold.id, name }, card);
  }
}

/** As many wrong passwords, through the real sign-in, as lock an account. */
export async function lockOut(address: string, email: string): Promise<void> {
  const client = createPassengerClient(address);
  const wrong = { email, password: 'not the password' };
  await Promise.all(Array.from({ length: 5 }, () => client.call('signIn', wrong).catch(expectRefusal)));
}

function expectRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** The secret at the end of the link in the newest mail to an address. */
async function tokenFor(mailbox: Mailbox, email: string): Promise<string> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const mail = mailbox.mails().findLast(({ to }) => to.includes(email));
    const token = /https?:\/\/\S+\/([\w-]{43})\s/.exec(mail?.mail.text ?? '')?.[1];
    if (token) return token;
    await sleep(20);
  }
  throw new Error(`no confirmation mail reached ${email} within ${patienceMs / 1000} s`);
}
