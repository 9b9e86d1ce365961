import { setTimeout as sleep } from 'node:timers/promises';
import { salesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import type { Medium } from '../back-office/media.ts';
import type { QuestionDesk } from '../back-office/question-desk.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { type DemoPerson, demoPassword } from '../people/people.ts';
import { createPassengerClient, type PassengerClient, Refusal } from './passenger-client.ts';
import { signInThroughProvider } from './provider-sign-in.ts';
import { askQuestions } from './questions.ts';
import { markForWork } from './work-trips.ts';

/** A line of a card's bank statement. With it, the holder proves that the card is theirs. */
export interface StatementLine {
  srid: string;
  amountMinor: number;
}

export interface AccountOptions {
  /** The address of the server. */
  address: string;
  consentVersion: string;
  mailbox: Mailbox;
  statementOf(medium: Medium): StatementLine;
  questionDesk: QuestionDesk;
}

const patienceMs = 120_000;

/** What a person already has from an interrupted start. */
export interface Account {
  cards: readonly string[];
  favourites: readonly string[];
}

/**
 * Opens a person's account as the person would: registers with a statement line, follows the link in the mail,
 * signs in and adds the other cards. Skips what exists already.
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
  const marksTrips = account === undefined && person.travelsForWork === true;
  if (missingCards.length === 0 && missingFavourites.length === 0 && !marksTrips) return;
  const client = await signIn(address, person);
  for (const { medium, name } of missingCards) await client.call('linkCard', { ...options.statementOf(medium), name });
  if (missingFavourites.length > 0) await chooseFavourites(client, missingFavourites);
  if (marksTrips) await markForWork(client);
  if (person.hasAsked) await askQuestions(client, options.questionDesk);
}

/** A person of the identity provider gets an account by the first sign-in there. */
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

/** Saves packages that were bought with the first card as favourites, as the passenger would do in the list. */
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

/** Locks an account: sends wrong passwords to the real sign-in. */
export async function lockOut(address: string, email: string): Promise<void> {
  const client = createPassengerClient(address);
  const wrong = { email, password: 'not the password' };
  await Promise.all(Array.from({ length: 5 }, () => client.call('signIn', wrong).catch(expectRefusal)));
}

function expectRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** The token at the end of the link in the newest mail to an address. */
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
