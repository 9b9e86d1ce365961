import { locales } from '@tapfolio/domain/locale.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview } from '../../../test/travel-fixtures.ts';
import { setLanguage } from '../../lib/i18n.ts';

async function addCard(): Promise<void> {
  await userEvent.fill(page.getByLabelText(t('common.statementReference')), 'ABCD1234EFGH56');
  await userEvent.fill(page.getByRole('textbox', { name: /amount/i }), '7.40');
  await userEvent.fill(page.getByLabelText(t('cards.nameLabel')), 'Blue');
  await userEvent.click(page.getByRole('button', { name: t('cards.addSubmit') }));
}

async function addRefused(refusal: () => never): Promise<void> {
  signIn();
  server.answer('linkCard', refusal);
  await openPortal('/card/add');
  await addCard();
}

const srid = () => page.getByLabelText(t('common.statementReference'));
const amount = () => page.getByRole('textbox', { name: /amount/i });
const name = () => page.getByLabelText(t('cards.nameLabel'));
const submit = () => page.getByRole('button', { name: t('cards.addSubmit') });

describe('a statement line', () => {
  test.each([
    ['OCT*7K2M4Q9T1XB5ZC OTTAWA 4.00', '7K2M4Q9T1XB5ZC'],
    ['nlov 7k2m 4q9t 1xb5 z gbp 4.00', '7K2M4Q9T1XB5Z'],
    ['* 7K2M4Q9T1XB5ZC $4.00', '7K2M4Q9T1XB5ZC'],
  ])(
    'is cleaned, fills the amount, and is sent with the name of the card: %s [CARD-02, CARD-03]',
    async (line, read) => {
      signIn({}, { statementReference: { lengths: [13, 14], prefixes: ['OCT*', '*', 'NLOV'], sample: `OCT*${read}` } });
      server.answer('linkCard', () => ({ id: 7 }));
      server.answer('listCards', () => buildCardList([buildCard({ id: 7, name: 'Blue' })]));
      server.answer('getCard', () => buildCardOverview({ card: buildCard({ id: 7, name: 'Blue' }) }));
      await openPortal('/card/add');

      await userEvent.fill(srid(), line);
      await expect.element(amount()).toHaveValue('4.00');
      await userEvent.fill(name(), 'Blue');
      await userEvent.click(submit());

      await expect.element(page.getByRole('status').getByText(t('cards.addDone', { card: 'Blue' }))).toBeVisible();
      await expect.element(page.getByRole('heading', { level: 1, name: 'Blue' })).toBeVisible();
      expect(server.received('linkCard').map(({ body }) => body)).toEqual([
        { srid: read, amountMinor: 400, name: 'Blue' },
      ]);
    },
  );

  test.each([
    ['JPY', 'PLT*7K2M4Q9T1XB5ZC TOKYO ¥1,250', '1,250', 1250],
    ['KWD', 'PLT*7K2M4Q9T1XB5ZC KUWAIT 1.250', '1.250', 1250],
    ['ISK', 'PLT*7K2M4Q9T1XB5ZC REYKJAVIK 450 kr.', '450', 450],
  ])('in %s fills the amount with the decimals of its currency: %s', async (currency, line, filled, amountMinor) => {
    signIn({}, { currency, currencies: [currency] });
    server.answer('linkCard', () => ({ id: 7 }));
    server.answer('listCards', () => buildCardList([buildCard({ id: 7, name: 'Blue' })]));
    server.answer('getCard', () => buildCardOverview({ card: buildCard({ id: 7, name: 'Blue' }) }));
    await openPortal('/card/add');

    await userEvent.fill(srid(), line);
    await expect.element(amount()).toHaveValue(filled);
    await userEvent.fill(name(), 'Blue');
    await userEvent.click(submit());

    await expect.element(page.getByRole('heading', { level: 1, name: 'Blue' })).toBeVisible();
    expect(server.received('linkCard').map(({ body }) => body)).toEqual([
      { srid: '7K2M4Q9T1XB5ZC', amountMinor, name: 'Blue' },
    ]);
  });

  test.each([
    ['20.11. OCT*7K2M4Q9T1XB5ZC OTTAWA -5.00', '5.00'],
    ['20.11 OCT*7K2M4Q9T1XB5ZC OTTAWA -5.00', ''],
    ['E0ZKJ1J6R9ZJZR', '4.00'],
    ['7K2M4Q9T1XB5ZC', ''],
  ])(
    'fills in its only amount, keeps it for that reference when the text is shortened, and takes no date for it: %s',
    async (line, filled) => {
      signIn();
      await openPortal('/card/add');
      await userEvent.fill(srid(), 'OCT*E0ZKJ1J6R9ZJZR OTTAWA 4.00');
      await expect.element(amount()).toHaveValue('4.00');

      await userEvent.fill(srid(), line);

      await expect.element(amount()).toHaveValue(filled);
    },
  );

  test('that is pasted into the box of the amount goes to the reference, and is not cut if another one stands there', async () => {
    const [line, other] = ['PLT*7K2M4Q9T1XB5ZC PORT LUMIERE 4.00', 'PLT*ABCD1234EFGH56 PORT LUMIERE 7.40'];
    signIn();
    await openPortal('/card/add');
    const paste = async (text: string): Promise<void> => {
      await userEvent.fill(name(), text);
      await userEvent.tripleClick(name());
      await userEvent.cut();
      await userEvent.click(amount());
      await userEvent.paste();
    };

    await paste(line);
    await expect.element(srid()).toHaveValue(line);
    await expect.element(amount()).toHaveValue('4.00');
    await expect.element(page.getByText(t('receipts.lineFound', { srid: '7K2M4Q9T1XB5ZC' })).first()).toBeVisible();

    await userEvent.clear(amount());
    await paste(other);
    await userEvent.click(submit());
    await expect.element(amount()).toHaveValue(other);
    await expect.element(amount()).toHaveAccessibleDescription(expect.stringContaining(t('validation.amount')));
    await expect.element(srid()).toHaveValue(line);
  });

  test('does not change an amount that was typed by hand', async () => {
    signIn();
    await openPortal('/card/add');
    await userEvent.fill(amount(), '4.00');

    await userEvent.fill(srid(), '20.11 OCT*7K2M4Q9T1XB5ZC OTTAWA -4.00');

    await expect.element(amount()).toHaveValue('4.00');
  });

  test.each([
    [[13, 14], '7K2M4Q9T1XB5', '12 of 13 or 14 characters: some are missing.'],
    [[14], '7K2M4Q9T1XB5Z', '13 of 14 characters: some are missing.'],
    [[13, 14], '7K2M4Q9T1XB5ZCD', '15 characters, but a statement reference has 13 or 14.'],
    [[13, 14], '\u041a7K2M4Q9T1XB5Z', 'only the letters A to Z and digits, and no “\u041a”.'],
  ])('of an operator with references of %j characters may not be %s [CARD-03]', async (lengths, typed, words) => {
    signIn({}, { statementReference: { lengths, prefixes: ['PLT*'], sample: 'PLT*7K2M4Q9T1XB5ZC' } });
    await openPortal('/card/add');

    await userEvent.fill(srid(), typed);
    await userEvent.click(submit());

    await expect.element(srid()).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(server.received('linkCard')).toEqual([]);
  });
});

describe('the amount', () => {
  test.each([
    ['en_CA', '$1,234.50'],
    ['fr_CA', '1 234,50 $'],
    ['de_DE', '1.234,50 CA$'],
    ['sk_SK', '1 234,50 CAD'],
    ['pl_PL', '1234,50'],
    ['it_IT', '1.234,50'],
    ['en_GB', 'CA$1,234.50'],
  ] as const)('is typed with the decimal mark of %s: %s [I18N-07]', async (locale, typed) => {
    signIn({ display_language: locale }, { languages: { deployed: [...locales], hosts: {} } });
    await setLanguage(locale);
    server.answer('linkCard', refuse('NWA0003'));
    await openPortal('/card/add');

    await userEvent.fill(srid(), 'ABCD1234EFGH56');
    await userEvent.fill(page.getByRole('textbox', { name: t('receipts.amount') }), typed);
    await userEvent.fill(name(), 'Blue');
    await userEvent.click(submit());

    await expect.element(srid()).toHaveAccessibleDescription(expect.stringContaining(t('errors.NWA0003')));
    expect(server.received('linkCard').map(({ body }) => body.amountMinor)).toEqual([123_450]);
  });

  test.each(['4', '4.5', '4.005', '0.00', '+4.00', 'four'])(
    'has two decimals and is more than zero: %s is not correct [CARD-04]',
    async (typed) => {
      signIn();
      await openPortal('/card/add');

      await userEvent.fill(amount(), typed);
      await userEvent.click(submit());

      await expect
        .element(amount())
        .toHaveAccessibleDescription(expect.stringContaining('Please enter the correct amount.'));
      expect(server.received('linkCard')).toEqual([]);
    },
  );

  test('of another payment is refused at the reference, and what was typed stays [CARD-04]', async () => {
    await addRefused(refuse('NWA0003'));

    await expect.element(srid()).toHaveAccessibleDescription(expect.stringContaining(t('errors.NWA0003')));
    await expect.element(srid()).toHaveFocus();
    await expect.element(amount()).toHaveValue('7.40');
    await expect.element(name()).toHaveValue('Blue');
  });
});

test('a name that is too long is not cut while it is entered, but refused in words', async () => {
  const long = 'The card of my daughter for the train to school';
  signIn();
  await openPortal('/card/add');

  await userEvent.type(name(), long);
  await userEvent.click(submit());

  await expect.element(name()).toHaveValue(long);
  await expect.element(name()).toHaveAccessibleDescription(expect.stringContaining(t('validation.card_name')));
});

test('a passenger who has guessed too often must wait [CARD-07]', async () => {
  await addRefused(refuse('too_many_requests', { retryAfterSeconds: 900 }));

  await expect.element(page.getByRole('alert').getByText(t('errors.too_many_requests'))).toBeVisible();
  await expect.element(srid()).toHaveValue('ABCD1234EFGH56');
});

test('adding a card of this account again leads to that card, without an error', async () => {
  await addRefused(refuse('card_already_yours', { cardId: 7 }));

  await expect.element(page.getByText('This card is already in your account.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open this card' })).toHaveAttribute('href', '/card?id=7');
  expect(page.getByText('another account').elements()).toEqual([]);
});

test('the refusal of a card of another account says so and offers to claim it [CARD-06]', async () => {
  await addRefused(refuse('xtat_number_not_unique'));

  const refusal = /This card is already assigned to another account\..* sign in to it.* contact us\.$/;
  await expect.element(srid()).toHaveAccessibleDescription(expect.stringMatching(refusal));
  await expect.element(srid()).toHaveFocus();
  await expect.element(page.getByRole('button', { name: t('claims.title') })).toBeVisible();
});

test('a passenger who claims a taken card need not type the first line again, and the address remembers the step', async () => {
  signIn();
  server.answer('linkCard', refuse('xtat_number_not_unique'));
  const { router } = await openPortal('/card/add');
  await addCard();

  await userEvent.click(page.getByRole('button', { name: t('claims.title') }));

  const heading = page.getByRole('heading', { level: 1, name: t('claims.title') });
  await expect.element(heading).toHaveFocus();
  const first = page.getByRole('group', { name: t('claims.lineFirst') });
  await expect.element(first.getByLabelText(t('common.statementReference'))).toHaveValue('ABCD1234EFGH56');
  await expect.element(first.getByRole('textbox', { name: /amount/i })).toHaveValue('7.40');
  await expect.element(page.getByLabelText(t('cards.nameLabel'))).toHaveValue('Blue');
  expect(router.state.location.search).toEqual({ step: 'claim' });
});

test('a claim is no longer offered after the reference has changed', async () => {
  signIn();
  server.answer('linkCard', refuse('xtat_number_not_unique'));
  await openPortal('/card/add');
  await addCard();
  const offer = page.getByRole('button', { name: t('claims.title') });
  await expect.element(offer).toBeVisible();

  await userEvent.fill(srid(), 'ABCD1234EFGH57');

  await expect.element(offer).not.toBeInTheDocument();
});

test('the address of a claim leads to its form', async () => {
  signIn();
  await openPortal('/card/add?step=claim');

  await expect.element(page.getByRole('heading', { level: 1, name: t('claims.title') })).toBeVisible();
});

test('a late answer says that the card is added, and does not open it for a passenger who has left the screen', async () => {
  signIn();
  const late = held({ id: 7 });
  server.answer('linkCard', late.answer);
  server.answer('listCards', () => buildCardList([buildCard({ id: 7, name: 'Blue' })]));
  const { router } = await openPortal('/card/add');
  await addCard();
  await router.navigate({ to: pathOf('card') });
  await expect.element(submit()).not.toBeInTheDocument();

  late.give();

  await expect.element(page.getByRole('status').getByText(t('cards.addDone', { card: 'Blue' }))).toBeVisible();
  expect(router.latestLocation.href).toBe('/card');
});

test.each([
  ['/card/add', 'cards.addWithheldTitle'],
  ['/card', 'cards.noneTitle'],
] as const)('where adding a card is not offered, %s leads to customer service', async (address, title) => {
  const contacts = { en_CA: { phone: '1 705 555-0142' } };
  signIn({ permissions: { any: ['card', 'card-add'] } }, { contacts });
  server.answer('listCards', () => buildCardList([]));

  await openPortal(address);

  await expect.element(page.getByRole('heading', { name: t(title) })).toBeVisible();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: t('common.contactPhone', { phone: '1 705 555-0142' }) }))
    .toHaveAttribute('href', 'tel:17055550142');
});
