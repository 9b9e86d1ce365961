import type { DoubtfulTrip } from '@tapfolio/contracts/trips.ts';
import { formatDateTime } from '@tapfolio/locales/formats.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { buildQuestion } from '../../../test/question-fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildTrip, buildTripDetail, nextId } from '../../../test/travel-fixtures.ts';
import { loadQuestionTexts } from '../../lib/i18n.ts';
import { areaClient } from '../area-client.ts';

const at = new Date(Date.now() - 86_400_000).toISOString();
const trip = buildTripDetail({ startedAt: at, timeZone: 'UTC' });
const other = { cardId: 2, tripId: nextId(), at };
const time = at.slice(11, 16);
const clash: DoubtfulTrip = { cardId: 1, tripId: trip.id, at, doubt: 'two_cards', other };
const words = () => t('doubts.text_two_cards', { card: 'My watch', time });

beforeEach(async () => {
  signIn({}, { questions: { answerDays: 3 } });
  await loadQuestionTexts();
  server.answer('listCards', () => buildCardList([buildCard(), buildCard({ id: 2, name: 'My watch' })]));
  server.answer('getTrip', () => trip);
  server.answer('listTrips', () => ({ items: [trip, buildTrip()], days: [], nextCursor: null }));
});

const looksWrong = (...items: DoubtfulTrip[]) => server.answer('listDoubtfulTrips', () => ({ items }));
const openTrip = () => openPortal(`/card/trips-history/1?open=${trip.id}`);
const note = () => page.getByRole('region', { name: t('doubts.heading') });

test('a trip that looks wrong is marked, says why, and leads to the other trip and to a question with all of it', async () => {
  looksWrong(clash);
  server.answer('askAboutTrip', () => ({ id: nextId(), number: 'K7M-2QF', state: 'open' as const, answerBy: at }));

  await openTrip();

  await expect.element(note().getByText(words())).toBeVisible();
  const path = `/card/trips-history/2?open=${other.tripId}`;
  const link = note().getByRole('link', { name: t('doubts.link') });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(path));
  expect(page.getByText(t('trips.doubtMark')).elements()).toHaveLength(1);
  await page.getByRole('button', { name: t('asked.about_trip') }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(words())).toBeVisible();
  await expect.element(dialog.getByLabelText(t('questions.tripReason_charged_twice'))).toBeChecked();
  const sent = t('questions.sentOther', { card: 'My watch', date: formatDateTime(at, 'en_CA', 'UTC') });
  await expect.element(dialog.getByText(sent)).toBeVisible();
  await dialog.getByLabelText(t('questions.textLabel')).fill('I was alone.');
  await dialog.getByRole('button', { name: t('questions.send') }).click();
  await expect
    .poll(() => server.received('askAboutTrip').map(({ body }) => body))
    .toEqual([{ reason: 'charged_twice', at, text: 'I was alone.', otherTrip: other }]);
});

test('a missing tap is told in place of what the status means, and marked only once', async () => {
  const open = buildTripDetail({ ...trip, status: 'fallback', endedAt: null });
  server.answer('getTrip', () => open);
  server.answer('listTrips', () => ({ items: [open], days: [], nextCursor: null }));
  looksWrong({ ...clash, doubt: 'no_check_out', other: null });

  await openTrip();

  await expect.element(note().getByText(t('doubts.text_no_check_out'))).toBeVisible();
  await expect.element(page.getByText(t('trips.statusHelp_fallback'))).not.toBeInTheDocument();
  await expect.element(page.getByText(t('trips.doubtMark'))).not.toBeInTheDocument();
});

test('once the passenger has asked, the note says so', async () => {
  looksWrong(clash);
  const question = buildQuestion({ subject: { ...buildQuestion().subject, id: trip.id } });
  server.answer('listQuestions', () => ({ items: [question] }));

  await openTrip();

  await expect.element(note().getByText(t('doubts.asked'))).toBeVisible();
});

test('where nobody takes questions, the note leads to the operator', async () => {
  signIn({}, { contacts: { en_CA: { email: 'help@transit.example' } } });
  looksWrong(clash);

  await openTrip();

  await expect.element(note()).toBeVisible();
  const link = page.getByRole('link', { name: t('common.contactEmail', { email: 'help@transit.example' }) });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(trip.id));
});

test.each([
  ['it cannot be known', () => server.answer('listDoubtfulTrips', refuse('unavailable'))],
  ['none looks wrong', () => looksWrong()],
  ['the other card is not in the account any more', () => looksWrong({ ...clash, other: { ...other, cardId: 9 } })],
])('if %s, the details are complete without a note', async (_, prepare) => {
  prepare();

  await openTrip();

  await expect.element(page.getByText(trip.id)).toBeVisible();
  await expect.poll(() => server.received('listDoubtfulTrips').length).toBeGreaterThan(0);
  await expect.element(note()).not.toBeInTheDocument();
});

test('home says how many trips of the last four weeks look wrong, without those that were asked about', async () => {
  server.answer('getSpend', () => ({ currencies: [] }));
  const old = { ...clash, tripId: nextId(), at: new Date(Date.now() - 29 * 86_400_000).toISOString() };
  const asked = { ...clash, tripId: nextId() };
  const question = buildQuestion({
    state: 'withdrawn',
    answerBy: null,
    subject: { ...buildQuestion().subject, id: asked.tripId },
  });
  server.answer('listQuestions', () => ({ items: [question] }));
  looksWrong(clash, asked, old);

  await openPortal('/');

  await expect.element(page.getByText(t('home.doubtful', { count: 1 }), { exact: false })).toBeVisible();
  const link = page.getByRole('link', { name: t('home.doubtfulLink', { count: 1 }) });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(`/card/trips-history/1?open=${trip.id}`));
});

test('the hint of home can be hidden, and comes again when another trip looks wrong', async () => {
  server.answer('getSpend', () => ({ currencies: [] }));
  looksWrong(clash);
  await openPortal('/');
  const hint = (count: number) => page.getByText(t('home.doubtful', { count }));
  await expect.element(hint(1)).toBeVisible();

  await page.getByRole('button', { name: t('home.doubtfulHide') }).click();

  await expect.element(hint(1)).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(JSON.stringify(localStorage)).not.toContain(trip.id);
  const newer = { ...clash, tripId: nextId() };
  looksWrong(newer, clash);
  await areaClient().invalidateQueries();
  await expect.element(hint(1)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: t('home.doubtfulLink', { count: 1 }) }))
    .toHaveAttribute('href', expect.stringContaining(newer.tripId));
});
