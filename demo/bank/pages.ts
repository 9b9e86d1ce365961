import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { plainAmount } from '@tapfolio/domain/money.ts';
import { escaped, page } from '../pages/page.ts';
import { type FaultSwitch, faults, type Movement, operations, webhookFaults } from './wire.ts';

/** The page of the sandbox bank: what it was asked for, and what it is told to do wrong. */

const mostRows = 200;

export interface BankPage {
  movements: readonly Movement[];
  switches: readonly FaultSwitch[];
}

/** The page of the sandbox bank, as HTML. */
export function bankPage({ movements, switches }: BankPage): string {
  const content = `<p>This bank moves no money. It keeps a ledger of what the portal asks for, and does wrong what you tell it to.</p>
<h2>What goes wrong</h2>${switchList(switches)}
<h3>Set a switch</h3>${switchForm()}
<h2>Ledger</h2>${ledgerTable(movements)}`;
  return page({ title: 'Sandbox bank', service: 'demo', content });
}

function switchList(switches: readonly FaultSwitch[]): string {
  if (switches.length === 0) return '<p>Nothing: every switch is off.</p>';
  const items = switches.map((item) => {
    const where = item.statementReference === '' ? 'Everywhere' : `Statement reference ${item.statementReference}`;
    return `<form class="row" method="post" action="/switches"><p>${escaped(where)}: ${escaped(inWords(item))}</p>
<input type="hidden" name="statementReference" value="${escaped(item.statementReference)}">
<button aria-label="Switch off: ${escaped(where)}">Switch off</button></form>`;
  });
  return `${items.join('')}<form class="row" method="post" action="/switches/clear"><button>Switch everything off</button></form>`;
}

function inWords({ fault, on, declineCode, seconds, times, webhooks }: FaultSwitch): string {
  const details = [
    ...(fault === 'decline' ? [declineCode.replaceAll('_', ' ')] : []),
    ...(fault === 'slow' ? [`${seconds} s`] : []),
    ...(fault === 'none' || fault === 'down' ? [] : [operations[on]]),
    ...(times > 0 ? [times === 1 ? 'the next call only' : `the next ${times} calls`] : []),
    ...(webhooks === 'normal' ? [] : [`webhooks: ${webhookFaults[webhooks]}`]),
  ];
  return [faults[fault], ...details].join(', ');
}

function switchForm(): string {
  const declines = Object.fromEntries(declineCodes.map((code) => [code, code.replaceAll('_', ' ')]));
  return `<form method="post" action="/switches">
<label>Statement reference <small>empty for all</small><input name="statementReference" maxlength="64" autocomplete="off"></label>
${choice('What goes wrong', 'fault', faults)}
${choice('With', 'on', operations)}
${choice('Reason of a refusal', 'declineCode', declines)}
<label>Seconds of a late answer<input type="number" name="seconds" min="0" max="120" value="30"></label>
<label>How many calls <small>0 for all</small><input type="number" name="times" min="0" value="0"></label>
${choice('Webhooks', 'webhooks', webhookFaults)}
<button>Set</button></form>`;
}

function choice(label: string, name: string, options: Record<string, string>): string {
  const items = Object.entries(options).map(([value, text]) => `<option value="${value}">${escaped(text)}</option>`);
  return `<label>${label}<select name="${name}">${items.join('')}</select></label>`;
}

function ledgerTable(movements: readonly Movement[]): string {
  if (movements.length === 0) return '<p>Empty: the portal has not asked for anything yet. Reload to look again.</p>';
  const rows = movements.slice(-mostRows).toReversed().map(row);
  const captured = movements.filter(({ state }) => state === 'captured').length;
  return `<div class="scroll" role="region" aria-label="Ledger" tabindex="0"><table>
<caption>Entries: ${movements.length}, charges taken: ${captured}. The newest first</caption>
<thead><tr><th scope="col">Time (UTC)</th><th scope="col">What</th><th scope="col">State</th>
<th scope="col" class="amount">Amount</th><th scope="col">Statement reference</th><th scope="col">Reference of the portal</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`;
}

function row({ at, kind, state, declineCode, amountMinor, currency, statementReference, reference }: Movement): string {
  const shown = declineCode === undefined ? state : `${state}: ${declineCode.replaceAll('_', ' ')}`;
  const cells = [at.slice(0, 19).replace('T', ' '), kind];
  const amount = `${plainAmount({ amountMinor, currency })} ${currency}`;
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}<td>${escaped(shown)}${returnForm(state, reference ?? '')}</td>
<td class="amount">${escaped(amount)}</td><td>${escaped(statementReference)}</td><td>${escaped(reference ?? '')}</td></tr>`;
}

/** Cards are closed after a refund, too. */
function returnForm(state: Movement['state'], reference: string): string {
  if (state !== 'refunded') return '';
  return `<form class="row" method="post" action="/returns"><input type="hidden" name="reference" value="${escaped(reference)}">
<button aria-label="The card is closed: refund ${escaped(reference)} comes back">Comes back</button></form>`;
}
