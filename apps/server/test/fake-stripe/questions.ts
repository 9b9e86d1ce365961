import type { Account, Intent } from './account.ts';
import { type Form, nested } from './form.ts';

/** How Stripe answers a GET: searches and lists, page by page, the newest first. */

type Listed = { id: string; created: number };

/** @param knowsOurs false: the search does not find yet what was made in the last minute. */
export function answerQuestion(account: Account, path: string, form: Form, knowsOurs: boolean): unknown {
  if (path === '/v1/payment_intents/search') return search(account, form, knowsOurs);
  if (path === '/v1/payment_intents') {
    const shown = account.intents
      .filter(({ customer }) => customer === form.customer)
      .map((intent) => view(intent, form));
    return page(path, shown, form);
  }
  if (path === '/v1/refunds') {
    const wished = ({ payment_intent: id }: { payment_intent: string }) => (form.payment_intent ?? id) === id;
    return page(path, account.refunds.filter(wished), form);
  }
  return path === '/v1/balance_transactions' ? page(path, account.balance, form) : undefined;
}

function search({ intents }: Account, form: Form, knowsOurs: boolean): unknown {
  const { query = '' } = form;
  const terms = [...query.matchAll(/metadata\['([^']+)'\]:'((?:[^'\\]|\\.)*)'/g)];
  const found = intents.filter(({ metadata }) =>
    terms.every(([, name = '', value = '']) => metadata[name] === value.replaceAll(/\\(.)/g, '$1')),
  );
  const known = found.filter(({ metadata }) => knowsOurs || metadata.tapfolio_reference === undefined);
  const data = known.map((intent) => view(intent, form));
  return { object: 'search_result', url: '/v1/payment_intents/search', has_more: false, data };
}

/** The answer contains only the id of a charge unless the request expands it. */
function view(intent: Intent, form: Form): Omit<Intent, 'latest_charge'> & { latest_charge: unknown } {
  const isExpanded = Object.values(nested(form, 'expand')).includes('data.latest_charge');
  return { ...intent, latest_charge: isExpanded ? intent.latest_charge : (intent.latest_charge?.id ?? null) };
}

function page<Item extends Listed>(url: string, items: readonly Item[], form: Form): unknown {
  const { gte = '0', lt = 'Infinity' } = nested(form, 'created');
  const within = items.filter(({ created }) => created >= Number(gte) && created < Number(lt)).toReversed();
  const start = within.findIndex(({ id }) => id === form.starting_after) + 1;
  // Small pages, so that an adapter which reads only the first page fails.
  const data = within.slice(start, start + Math.min(Number(form.limit ?? 10), 2));
  return { object: 'list', url, has_more: start + data.length < within.length, data };
}
