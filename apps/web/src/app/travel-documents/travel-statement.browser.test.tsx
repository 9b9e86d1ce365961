import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { savedFiles } from '../../../test/saved-files.ts';
import { buildCard, buildCardList, buildPayment } from '../../../test/travel-fixtures.ts';
import { clearSession } from '../../passenger/session.ts';

const files = savedFiles();
const file = () => new Blob(['Day'], { type: 'text/csv' });
const dialog = () => page.getByRole('dialog', { name: t('travelstatement.title') });
const opener = () => page.getByRole('button', { name: t('travelstatement.title') });
const download = () => dialog().getByRole('button', { name: t('travelstatement.download') });
const period = () => dialog().getByLabelText(t('cards.period'));
const box = (name: string) => dialog().getByRole('checkbox', { name, exact: false });

beforeEach(() => {
  signIn();
  const cards = [buildCard({ id: 1, name: 'Everyday' }), buildCard({ id: 2, name: 'Watch', lastFour: null })];
  server.answer('listCards', () => buildCardList(cards));
  server.answer('listPayments', () => ({ items: [buildPayment()], nextCursor: null }));
});

/** Opens the dialog from the list of payments, where a period may be chosen. */
async function openDialog(search = '') {
  const opened = await openPortal(`/card/payments-history/1${search}`);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  return opened;
}

describe('the mail about each month', () => {
  const news = { refused: true, accepted: true, refunded: true };
  const offer = () => dialog().getByRole('button', { name: t('travelstatement.monthOn') });

  test('is offered where the payments of a month are downloaded, and turned on by one button', async () => {
    signIn({ card_news: { ...news, month: false } });
    server.answer('chooseCardNews', refuse('unavailable'));
    await openDialog();
    await offer().click();
    await expect.element(page.getByText(t('travelstatement.monthFailed')).first()).toBeInTheDocument();
    server.answer('chooseCardNews', () => null);

    await offer().click();

    await expect.element(dialog().getByText(t('travelstatement.monthIsOn'))).toHaveFocus();
    expect(server.received('chooseCardNews').at(-1)?.body).toEqual({ month: true });
    await expect.element(offer()).not.toBeInTheDocument();
  });

  test.each([
    ['who gets it', { card_news: { ...news, month: true } }],
    ['whose server is of the release before', { card_news: { refused: true, accepted: true } }],
  ])('is not offered to a passenger %s', async (_who, user) => {
    signIn(user);
    await openDialog();
    await expect.element(period()).toBeVisible();

    expect(offer().elements()).toHaveLength(0);
  });
});

describe('the travel statement', () => {
  test('of the last month and all cards is a PDF in the language of the page, if nothing is changed', async () => {
    server.answer('downloadTravelStatement', file);
    await openDialog();
    await expect.element(period()).toHaveFocus();

    await download().click();

    await expect.element(page.getByText(t('travelstatement.downloaded'))).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
    const [asked] = server.received('downloadTravelStatement').map(({ query }) => query);
    expect(asked).toMatchObject({ cards: '1,2', format: 'pdf', language: 'en_CA' });
    expect([asked?.from, asked?.to]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-01$/),
      expect.stringMatching(/^\d{4}-\d\d-(28|29|30|31)$/),
    ]);
    const name = t('travelstatement.fileName', { from: asked?.from ?? '', to: asked?.to ?? '', type: 'pdf' });
    expect(files).toEqual([name]);
  });

  test.each([
    ['says where to add a name, if the account has none', {}, true],
    ['says nothing of names if the account has one', { last_name: 'Tremblay' }, false],
  ])('%s', async (_what, user, isSaid) => {
    signIn(user);
    await openDialog();
    await expect.element(period()).toBeVisible();

    const said = dialog().getByText(t('travelstatement.noName', { account: t('nav.account') }));
    expect(said.elements()).toHaveLength(isSaid ? 1 : 0);
  });

  test('has the days of the list, the cards that are ticked and the type that was chosen, all by keyboard', async () => {
    server.answer('downloadTravelStatement', file);
    await openDialog('?from=2026-03-02T09:30:00Z&to=2026-03-10T08:30:00Z');
    await expect.element(period()).toHaveValue('other');
    await userEvent.tab();
    await expect.element(dialog().getByLabelText(t('common.filterFrom'))).toHaveFocus();
    expect(box('Everyday').element()).toBeChecked();

    box('Everyday').element().focus();
    await userEvent.keyboard(' ');
    dialog().getByLabelText(t('travelstatement.format')).element().focus();
    await userEvent.keyboard('{ArrowDown}{Tab}{Tab}{Enter}');

    await expect.poll(() => files).toEqual(['travel-statement-2026-03-02-2026-03-09.csv']);
    expect(server.received('downloadTravelStatement').map(({ query }) => query)).toEqual([
      { from: '2026-03-02', to: '2026-03-09', cards: '2', format: 'csv', language: 'en_CA' },
    ]);
  });

  test.each([
    ['this_year', /^\d{4}-01-01 \d{4}-\d\d-\d\d$/],
    ['last_year', /^(\d{4})-01-01 \1-12-31$/],
    ['this_month', /^(\d{4}-\d\d)-01 \1-\d\d$/],
  ])('of %s has the days of that', async (value, expected) => {
    server.answer('downloadTravelStatement', file);
    await openDialog();

    await period().selectOptions(value);
    await download().click();

    await expect.poll(() => files).toHaveLength(1);
    const [asked] = server.received('downloadTravelStatement').map(({ query }) => query);
    expect(`${asked?.from} ${asked?.to}`).toMatch(expected);
  });

  test('without a card asks for one, at the cards, and is not requested', async () => {
    await openDialog();
    await box('Everyday').click();
    await box('Watch').click();

    await download().click();

    const group = dialog().getByRole('group', { name: t('nav.cards') });
    await expect.element(group).toHaveFocus();
    await expect.element(group).toHaveAccessibleDescription(t('travelstatement.noCard'));
    expect(server.received('downloadTravelStatement')).toEqual([]);

    await box('Watch').click();
    await expect.element(dialog().getByText(t('travelstatement.noCard'))).not.toBeInTheDocument();
  });

  test.each([
    ['', '', 'fromDay', () => t('validation.required')],
    ['2026/03/09', '2026/03/02', 'toDay', () => t('validation.date_order')],
    ['2025/01/01', '2026/01/02', 'toDay', () => t('errors.travel_statement_too_long')],
  ])('of the days “%s” to “%s” says at the day what is wrong', async (first, last, name, words) => {
    await openDialog();
    await period().selectOptions('other');
    await dialog().getByLabelText(t('common.filterFrom')).fill(first);
    await dialog().getByLabelText(t('common.filterTo')).fill(last);

    await download().click();

    const field = document.querySelector<HTMLInputElement>(`dialog input[name=${name}]`);
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(words()));
    expect(server.received('downloadTravelStatement')).toEqual([]);
  });

  test.each([
    ['travel_statement_empty', undefined],
    ['travel_statement_too_long', { days: 366, payments: 1000 }],
  ] as const)('that is refused (%s) says why at the period, and downloads nothing', async (code, details) => {
    server.answer('downloadTravelStatement', refuse(code, details));
    await openDialog();

    await download().click();

    await expect.element(period()).toBeInvalid();
    await expect.element(period()).toHaveAccessibleDescription(t(`errors.${code}`));
    await expect.element(period()).toHaveFocus();
    expect(files).toEqual([]);
  });

  test.each([
    ['NWA0011', undefined],
    ['TM0108', undefined],
    ['unavailable', undefined],
    ['too_many_requests', { retryAfterSeconds: 30 }],
  ] as const)(
    'that fails (%s) says so in the dialog, keeps the choices, and is there at the second try',
    async (code, details) => {
      server.answer('downloadTravelStatement', refuse(code, details));
      await openDialog();
      await box('Watch').click();
      await period().selectOptions('last_year');
      await download().click();
      await expect
        .element(
          dialog()
            .getByRole('alert')
            .first()
            .getByText(t(`errors.${code}`)),
        )
        .toBeVisible();
      server.answer('downloadTravelStatement', file);

      await download().click();

      await expect.poll(() => files).toHaveLength(1);
      const asked = server.received('downloadTravelStatement').map(({ query }) => query);
      expect(asked[1]).toEqual(asked[0]);
      expect(asked[0]).toMatchObject({ cards: '1' });
    },
  );

  test('without a network says so, and keeps the choices', async () => {
    await openDialog();
    await box('Watch').click();
    server.reach(false);

    await download().click();

    await expect.element(dialog().getByRole('alert').first().getByText(t('common.network'))).toBeVisible();
    await expect.element(box('Watch')).not.toBeChecked();
  });

  test('says that it is under way, is requested once, and its dialog stays until it is there', async () => {
    const late = held(file());
    server.answer('downloadTravelStatement', late.answer);
    await openDialog();
    await download().dblClick();
    const busy = dialog().getByRole('button', { name: t('travelstatement.busy') });
    await expect.element(busy).toHaveAttribute('aria-disabled', 'true');

    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    late.give();

    await expect.poll(() => files).toHaveLength(1);
    expect(server.received('downloadTravelStatement')).toHaveLength(1);
  });

  test('that comes after another passenger has signed in is not saved', async () => {
    const late = held(file());
    server.answer('downloadTravelStatement', late.answer);
    await openDialog();
    await download().click();
    await expect.poll(() => server.received('downloadTravelStatement')).toHaveLength(1);
    clearSession();
    signIn({ email: 'next@example.org' });

    late.give();
    await new Promise((done) => setTimeout(done, 300));

    expect(files).toEqual([]);
  });

  test('is not offered where the operator withholds it, also if it offers receipts', async () => {
    const offered = ['card-payments-history', 'card-payments-history-table', 'card-payments-history-table.receipt'];
    signIn({ permissions: { payments: offered } });

    const { screen } = await openPortal('/card/payments-history/1');

    await expect.element(screen.getByRole('button', { name: t('cards.print') })).toBeVisible();
    expect(opener().elements()).toEqual([]);
  });

  test('has room in a window of 320 pixels', async () => {
    await page.viewport(320, 640);
    await openDialog('?from=2026-03-02T09:30:00Z&to=2026-03-10T08:30:00Z');

    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    const shown = dialog().element();
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
  });
});
