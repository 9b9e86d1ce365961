import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { held, refuse, server, traceId } from '../../../../test/fake-server.ts';
import { buildReaderMessages } from '../../../../test/fixtures.ts';
import { renderPart, signIn, t } from '../../../../test/render.tsx';
import { ReaderMessages } from './reader-messages.tsx';

const messages = buildReaderMessages();

beforeEach(() => {
  signIn({}, { contacts: { en_CA: { phone: '1 705 555-0142' } } });
  server.answer('listReaderMessages', () => ({ items: messages }));
});

async function openList() {
  const screen = await renderPart(<ReaderMessages />);
  const box = screen.getByRole('searchbox', { name: t('readers.search') });
  return { screen, box };
}

/** What a screen reader hears of the search. */
const said = () => document.querySelector('[role=status]')?.textContent;

test('lists what readers show; what a message means and what to do opens in place', async () => {
  const { screen } = await openList();
  await expect.element(screen.getByText('34 · Fare unpaid')).toBeVisible();
  expect(screen.getByText('It is locked.').elements()).toEqual([]);

  await screen.getByText('See phone').click();

  await expect.element(screen.getByText('It is locked.')).toBeVisible();
  await expect.element(screen.getByText(t('readers.next'))).toBeVisible();
  await expect.element(screen.getByText('Unlock it and tap again.')).toBeVisible();
});

test('a message that is found by its number is explained at once, and the number of results is read out', async () => {
  const { screen, box } = await openList();
  await expect.element(box).toBeVisible();
  expect(said()).toBe('');

  await box.fill('Error 34');

  await expect
    .element(screen.getByRole('region', { name: '34 · Fare unpaid' }).getByText('Pay it here.'))
    .toBeVisible();
  expect(screen.getByText('See phone').elements()).toEqual([]);
  await expect.poll(said).toBe(t('readers.count', { count: 1 }));
});

test('a search without a result says what to do, and leads back to all messages', async () => {
  const { screen, box } = await openList();
  await box.fill('ferry');
  const none = screen.getByRole('heading', { name: t('readers.noneTitle') });
  await expect.element(none).toBeVisible();
  await expect.poll(said).toBe(t('readers.noneTitle'));
  await expect
    .element(screen.getByRole('link', { name: t('common.contactPhone', { phone: '1 705 555-0142' }) }))
    .toBeVisible();

  await screen.getByRole('button', { name: t('readers.all') }).click();

  await expect.element(screen.getByText('Card expired')).toBeVisible();
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue('');
});

test('is used with the keyboard alone', async () => {
  const { screen, box } = await openList();
  await box.fill('');
  for (const key of ['{Tab}', '{Tab}', '{Enter}']) await userEvent.keyboard(key);

  await expect.element(screen.getByText('It is locked.')).toBeVisible();
});

test('a text that the operator has in its first language only is read in that language', async () => {
  const [own, ...others] = messages;
  if (!own) throw new Error('no message');
  server.answer('listReaderMessages', () => ({
    items: [{ ...own, language: 'fr_CA' as const, shown: 'Trajet impayé', next: 'Payez-le ici.' }, ...others],
  }));
  const { screen } = await openList();

  await screen.getByText('34 · Trajet impayé').click();

  const langOf = (text: string) => screen.getByText(text).element().closest('[lang]')?.getAttribute('lang');
  expect(langOf('34 · Trajet impayé')).toBe('fr-CA');
  expect(langOf('Payez-le ici.')).toBe('fr-CA');
  expect(langOf('Card expired')).toBe(document.documentElement.lang);
});

test('finds by what a reader shows in another language, and says it in that language', async () => {
  const { screen, box } = await openList();
  await expect.element(screen.getByText('Card expired')).toBeVisible();
  expect(screen.getByText('Carte expirée').elements()).toEqual([]);

  await box.fill('expiree');

  await expect.element(screen.getByText('Its date has passed.')).toBeVisible();
  expect(screen.getByText('Carte expirée').element().getAttribute('lang')).toBe('fr-CA');
});

test('says that it loads, and can be tried again when it could not be loaded', async () => {
  const slow = held({ items: messages });
  server.answer('listReaderMessages', slow.answer);
  const first = await openList();
  await expect.element(first.screen.getByText(t('common.loading'))).toBeInTheDocument();
  slow.give();
  await expect.element(first.box).toBeVisible();
  await first.screen.unmount();

  server.answer('listReaderMessages', refuse('TM0001'));
  const { screen, box } = await openList();
  await expect.element(screen.getByRole('alert').getByText(t('readers.failed'))).toBeVisible();
  await expect.element(screen.getByText(traceId, { exact: false })).toBeVisible();
  server.answer('listReaderMessages', () => ({ items: messages }));

  await screen.getByRole('button', { name: t('common.retry') }).click();

  await expect.element(box).toBeVisible();
});
