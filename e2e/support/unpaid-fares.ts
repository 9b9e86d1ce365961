import type { Page } from '@playwright/test';
import { debtList } from '@tapfolio/contracts/debts.ts';
import type { BankControls } from '../../demo/bank/bank-controls.ts';
import type { RunningWorld } from './running-world.ts';
import { expect } from './test.ts';

/** For `enterAs`: one card with one unpaid fare. */
export const owing = { cards: [{ name: 'Bus card', habit: 'unpaid' as const }] };

/** Long enough for a collection: it waits for the worker, the bank, the back office and the next delivery. */
export const whenDone = { timeout: 60_000 };

interface UnpaidFare {
  paymentId: string;
  srid: string;
  amountMinor: number;
  amount: string;
}

/** The server's data about the unpaid fare of a signed-in passenger's first card. */
export async function unpaidFareOf(page: Page): Promise<UnpaidFare> {
  const cards = await page.request.get('/public/api/v1/portal/cards');
  const id = (await cards.json()).items[0].id;
  const { items } = debtList.parse(await (await page.request.get(`/public/api/v1/portal/cards/${id}/debts`)).json());
  const [debt] = items;
  if (debt?.srid == null) throw new Error('the card owes nothing');
  const { amountMinor } = debt.amount;
  return { paymentId: debt.paymentId, srid: debt.srid, amountMinor, amount: `$${(amountMinor / 100).toFixed(2)}` };
}

/** The element that shows the unpaid fare of the first card. */
export const panelOf = (page: Page) => page.getByRole('region', { name: /fare on Bus card|Fare paid on Bus card/i });

/** The button that starts the payment. */
export const payButtonOf = (page: Page) => panelOf(page).getByRole('button', { name: /^Pay/ });

/** Presses the button of the fare and confirms the payment. */
export async function pay(page: Page, button: RegExp | string = /^Pay \$/): Promise<void> {
  await panelOf(page).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You are charged once');
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(dialog).toBeHidden();
}

/** The number of charges that the bank made with a statement reference. */
export async function countCharges(bank: BankControls, srid: string): Promise<number> {
  return (await bank.ledger(srid)).filter(({ state }) => state === 'captured').length;
}

/** The reports that the portal sent to the operator's own system about a statement reference, the oldest first. */
export async function toldOf({ backOfficeUrl }: RunningWorld, srid: string): Promise<string[]> {
  const page = await (await fetch(backOfficeUrl)).text();
  const told = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row).filter((row) => row.includes(srid));
  return told.map((row) => /(?:A|The) fare[^<]*/.exec(row)?.[0] ?? row).toReversed();
}
