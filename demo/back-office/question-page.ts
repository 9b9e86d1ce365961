import type { AskedQuestion } from '@tapfolio/contracts/asked-questions.ts';
import { type QuestionOutcome, type QuestionReason, questionOutcomes } from '@tapfolio/domain/questions.ts';
import { escaped } from '../pages/page.ts';

/** The part of the back office's page where the desk reads and answers the questions of passengers. */

const outcomeWords: Record<QuestionOutcome, string> = {
  explained: 'Explained',
  refunded: 'Refunded',
  corrected: 'Corrected',
  declined: 'Declined',
};

const reasonWords: Record<QuestionReason, string> = {
  not_mine: 'not mine',
  wrong_fare: 'wrong fare',
  wrong_amount: 'wrong amount',
  missed_tap: 'missed tap',
  charged_twice: 'charged twice',
  refund_missing: 'refund missing',
  other: 'something else',
};

/** Undefined where the portal did not answer. */
export type Waiting = readonly AskedQuestion[] | undefined;

/** The questions that wait, each with a form for the answer, as HTML. */
export function questionPart(waiting: Waiting, said: readonly string[]): string {
  return `<h2>Questions of passengers</h2>
<p>Who asks is not said. What nobody answers here within ten minutes is answered by itself.</p>
${listOf(waiting)}${said.length === 0 ? '' : `<p>Answered since the start: ${escaped(said.join(', '))}</p>`}`;
}

function listOf(waiting: Waiting): string {
  if (waiting === undefined) return '<p>The portal does not answer. Reload to look again.</p>';
  if (waiting.length === 0) return '<p>None waits. Reload to look again.</p>';
  return waiting.map(questionForm).join('');
}

function questionForm({
  id,
  number,
  reason,
  amount,
  srid,
  tripId,
  otherTrip,
  language,
  entries,
}: AskedQuestion): string {
  const money = `${(amount.amountMinor / 100).toFixed(2)} ${amount.currency}`;
  const about = `${tripId === null ? 'a payment' : 'a trip'} of ${money}, ${reasonWords[reason]}, in ${language.slice(0, 2)}`;
  const reference = srid === null ? '' : ` <a href="/?srid=${encodeURIComponent(srid)}">Refund ${escaped(srid)}</a>`;
  const other =
    otherTrip === null
      ? ''
      : ` It names another trip: ${escaped(otherTrip.at)}, ${escaped(otherTrip.srid ?? 'not charged yet')}.`;
  const texts = entries.map(
    ({ by, text }) => `<pre>${by === 'passenger' ? 'Passenger' : 'Desk'}: ${escaped(text)}</pre>`,
  );
  const options = questionOutcomes.map((outcome) => `<option value="${outcome}">${outcomeWords[outcome]}</option>`);
  return `<section><h3>${escaped(number)}</h3><p>${escaped(about)}${reference}${other}</p>${texts.join('')}
<form method="post" action="/answers"><input type="hidden" name="questionId" value="${escaped(id)}">
<input type="hidden" name="number" value="${escaped(number)}">
<label>Answer to ${escaped(number)}<textarea name="text" rows="3" maxlength="1000" required></textarea></label>
<label>What was done<select name="outcome">${options.join('')}</select></label>
<button>Answer ${escaped(number)}</button></form></section>`;
}
