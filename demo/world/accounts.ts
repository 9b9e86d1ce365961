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

const patienceMs = 15_000;

/**
 * Opens a person's account the way the person would: registers with a statement line, follows the link in the mail,
 * signs in and adds the other cards. An account that is there already is left as it is.
 */
export async function openAccount(options: AccountOptions, person: DemoPerson): Promise<void> {
  if (person.provider)
    return await linkCards(options, person, await signInThroughProvider(options.address, person.email));
  const { address, consentVersion, mailbox, statementOf } = options;
  const [first, ...others] = person.cards;
  const { email, language, favourites = [] } = person;
  const client = createPassengerClient(address);
  const account = { email, password: demoPassword, cardName: first.name, consentVersion, language };
  try {
    await client.call('register', { ...account, ...statementOf(first.medium) });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'xtat_number_not_unique') return;
    throw error;
  }
  await client.call('confirmRegistration', { token: await tokenFor(mailbox, email), password: demoPassword });
  if (others.length === 0 && favourites.length === 0) return;
  await client.call('signIn', { email, password: demoPassword });
  for (const { medium, name } of others) await client.call('linkCard', { ...statementOf(medium), name });
  if (favourites.length > 0) await chooseFavourites(client, favourites);
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

/** Links the cards of somebody whom the identity provider signed in; those that are linked already stay so. */
async function linkCards({ address, statementOf }: AccountOptions, person: DemoPerson, cookie: string): Promise<void> {
  const client = createPassengerClient(address, cookie);
  for (const { medium, name } of person.cards) {
    await client.call('linkCard', { ...statementOf(medium), name }).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code.endsWith('_not_unique'))) throw error;
    });
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
