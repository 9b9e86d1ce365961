import { formatMoney } from '@tapfolio/domain/money.ts';
import { type RefundReason, refundReasons } from '@tapfolio/domain/refund-reasons.ts';
import { currency } from '../city/currency.ts';
import { escaped, page } from '../pages/page.ts';
import type { PaidDay } from './paid-day.ts';
import { questionPart, type Waiting } from './question-page.ts';
import type { RefundAsked } from './refund-desk.ts';

/** The page of the demo's back office: it gives money back, answers questions, and shows what the portal told it. */

/** What the portal told about one unpaid fare. */
export interface Told {
  /** ISO 8601, in UTC. */
  at: string;
  kind: string;
  srid: string;
}

export interface BackOfficePage {
  /** The newest payments of each person. */
  payments: readonly { person: string; payment: PaidDay }[];
  /** The statement reference that was looked for. */
  srid: string | undefined;
  found: PaidDay | undefined;
  asked: readonly RefundAsked[];
  /** The questions that wait for an answer. */
  waiting: Waiting;
  /** What was answered here, and what the portal said. */
  answered: readonly string[];
  told: readonly Told[];
}

const reasonWords: Record<RefundReason, string> = {
  delay: 'A delay',
  cancelled_service: 'A cancelled service',
  wrong_fare: 'A wrong fare',
  charged_twice: 'Charged twice',
  missed_tap: 'A missed tap',
  goodwill: 'Goodwill',
  other: 'Another reason',
};

const kindWords: Record<string, string> = {
  access_denied: 'A fare is unpaid: keep the card out',
  access_requested: 'The fare is being paid',
  access_not_granted: 'The bank did not take the fare: collect it yourself again',
  access_granted: 'The fare is paid: let the card in again',
};

/** The page of the demo's back office, as HTML. */
export function backOfficePage({ payments, srid, found, asked, waiting, answered, told }: BackOfficePage): string {
  const content = `<p>The operator’s own system. With a key of its own it asks the portal for refunds and answers the questions of passengers; and it is told of unpaid fares.</p>
<h2>Give money back</h2>
<form method="get" action="/"><label>Statement reference<input name="srid" maxlength="64" autocomplete="off" value="${escaped(srid ?? '')}"></label>
<button>Find</button></form>
${srid === undefined ? paymentList(payments) : foundPayment(found)}
<h3>Asked for since the start</h3>${askedList(asked)}
${questionPart(waiting, answered)}
<h2>Told by the portal</h2>${toldTable(told)}`;
  return page({ title: 'Back office', service: 'demo', content });
}

const money = (amountMinor: number): string => formatMoney({ amountMinor, currency }, 'en_CA');

function paymentList(payments: BackOfficePage['payments']): string {
  const items = payments.map(({ person, payment: { srid, day, amountMinor, trips } }) => {
    const words = `${day}, ${money(amountMinor)}, ${trips.length === 1 ? '1 trip' : `${trips.length} trips`}`;
    return `<li><a href="/?srid=${encodeURIComponent(srid)}">${escaped(person)}<span>${escaped(words)}</span></a></li>`;
  });
  return `<ol>${items.join('')}</ol>`;
}

function foundPayment(payment: PaidDay | undefined): string {
  const back = '<p><a href="/">All payments</a></p>';
  if (payment === undefined) return `<p>The bank took nothing under this reference.</p>${back}`;
  const { srid, day, amountMinor, trips } = payment;
  const rows = trips.map(({ tripId, from, to, amountMinor: fare }) => {
    const name = to === '' ? from : `${from} to ${to}`;
    return refundForm(srid, `${name}, ${money(fare)}`, tripId);
  });
  return `<p>${escaped(day)}, ${money(amountMinor)} under ${escaped(srid)}</p>${rows.join('')}
${refundForm(srid, 'All that is left of the payment')}${back}`;
}

function refundForm(srid: string, name: string, tripId = ''): string {
  const options = refundReasons.map((reason) => `<option value="${reason}">${reasonWords[reason]}</option>`);
  return `<form class="row" method="post" action="/refunds"><p>${escaped(name)}</p>
<input type="hidden" name="srid" value="${escaped(srid)}"><input type="hidden" name="tripId" value="${escaped(tripId)}">
<select name="reason" aria-label="Why">${options.join('')}</select>
<button aria-label="Give back: ${escaped(name)}">Give back</button></form>`;
}

function askedList(asked: readonly RefundAsked[]): string {
  if (asked.length === 0) return '<p>Nothing yet.</p>';
  const rows = asked.toReversed().map(({ srid, tripId, reason, status, said }) => {
    const cells = [srid, tripId === undefined ? 'the rest' : `trip ${tripId.slice(0, 8)}`, reasonWords[reason]];
    const answer = status === 202 ? `taken on: ${said}` : `refused: ${status} ${said}`;
    return `<tr>${[...cells, answer].map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  return table('Asked for', ['Statement reference', 'What', 'Why', 'Answer of the portal'], rows);
}

function toldTable(told: readonly Told[]): string {
  if (told.length === 0) return '<p>Nothing yet. Reload to look again.</p>';
  const rows = told.toReversed().map(({ at, kind, srid }) => {
    const cells = [at.slice(0, 19).replace('T', ' '), kindWords[kind] ?? kind, srid];
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  return table('The newest first', ['Time (UTC)', 'What', 'Statement reference'], rows);
}

function table(caption: string, heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  return `<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption>
<thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
