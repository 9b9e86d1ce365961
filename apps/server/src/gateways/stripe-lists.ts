import type Stripe from 'stripe';
import { BankUncertain, type Charge, type RefundOrder } from './bank.ts';
import { idOf, isAbout, referenceOf } from './stripe-objects.ts';

/** Reads several objects of Stripe at once. */

/** The charges of the back office for this payment window, the oldest first. They are days old, so the search has them. */
export async function findOriginals(stripe: Stripe, order: Charge | RefundOrder): Promise<Stripe.PaymentIntent[]> {
  const { operatorCode, statementReference } = order;
  const query = `metadata['operator_code']:${quoted(operatorCode)} AND metadata['statement_reference']:${quoted(statementReference)}`;
  const { data } = await stripe.paymentIntents.search({ query, limit: 100, expand: ['data.latest_charge'] });
  const originals = data.filter((intent) => isAbout(order, intent) && referenceOf(intent) === undefined);
  return originals.sort((left, right) => left.created - right.created || left.id.localeCompare(right.id));
}

/** All charges for this payment window, also ours, which the search would have a minute late. */
export async function listIntents(
  stripe: Stripe,
  original: Stripe.PaymentIntent | undefined,
  order: Charge | RefundOrder,
): Promise<Stripe.PaymentIntent[]> {
  const customer = idOf(original?.customer);
  if (original === undefined || customer === undefined) return original === undefined ? [] : [original];
  const found: Stripe.PaymentIntent[] = [];
  const since = { created: { gte: original.created }, limit: 100, expand: ['data.latest_charge'] };
  for await (const intent of throughout(stripe.paymentIntents.list({ customer, ...since })))
    if (isAbout(order, intent)) found.push(intent);
  return found;
}

/** The refund that carries our reference, from the first list that has it. */
export async function findRefund(
  lists: Stripe.ApiListPromise<Stripe.Refund>[],
  reference: string,
): Promise<Stripe.Refund | undefined> {
  for (const list of lists) for await (const made of throughout(list)) if (referenceOf(made) === reference) return made;
  return undefined;
}

/** Quotes a text for Stripe's query language. */
export const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** The ids of several pages, to notice a page that comes again. */
const remembered = 1000;

/** All of a list. @throws BankUncertain when its pages lead back to where they were. */
export async function* throughout<Item extends { id: string }>(list: AsyncIterable<Item>): AsyncGenerator<Item> {
  const seen = new Set<string>();
  for await (const item of list) {
    if (seen.has(item.id)) throw new BankUncertain('a list of Stripe does not end');
    if (seen.size === remembered) seen.clear();
    seen.add(item.id);
    yield item;
  }
}
