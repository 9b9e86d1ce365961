import type { CardClaim, ClaimedCard } from '@tapfolio/contracts/card-claims.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { held, refuse, server } from '../../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview } from '../../../../test/travel-fixtures.ts';
import { noteServerTime } from '../../../lib/server-clock.ts';

const card = buildCard({ id: 1, name: 'Blue' });
const id = '01900000-0000-7000-8000-000000000001';
const times = { claimedAt: '2026-03-02T12:00:00Z', objectUntil: '2026-03-09T12:00:00Z', endedAt: null };
const against: ClaimedCard = { id, cardName: 'Blue', cardId: 1, state: 'open', ...times };
const own: CardClaim = { id, name: 'My watch', state: 'open', ...times };

beforeEach(() => {
  signIn();
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listProducts', () => ({ items: [], nextCursor: null }));
  server.answer('listCards', () => buildCardList([card]));
  server.answer('getCard', () => buildCardOverview({ card }));
});

describe('the owner of a card that another passenger claims', () => {
  beforeEach(() => server.answer('listCardClaims', () => ({ own: [], claimed: [against] })));

  test.each(['/', '/card', '/card?id=1'])('reads until when to object (%s)', async (address) => {
    const { screen } = await openPortal(address);

    await expect
      .element(screen.getByRole('region', { name: t('claims.againstTitle', { card: 'Blue' }) }))
      .toBeVisible();
    await expect.element(screen.getByText(/2026.03.09/)).toBeVisible();
  });

  test('keeps the card after one confirmation', async () => {
    server.answer('objectToCardClaim', () => {
      server.answer('listCardClaims', () => ({ own: [], claimed: [] }));
      return null;
    });
    const { screen } = await openPortal('/');

    await screen.getByRole('button', { name: t('claims.object') }).click();
    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('claims.object') })
      .click();

    await expect.element(screen.getByRole('status').getByText(t('claims.objectDone', { card: 'Blue' }))).toBeVisible();
    await expect.element(screen.getByText(t('claims.againstTitle', { card: 'Blue' }))).not.toBeInTheDocument();
  });

  test('reads why an objection came too late', async () => {
    server.answer('objectToCardClaim', refuse('card_claim_ended'));
    const { screen } = await openPortal('/');

    await screen.getByRole('button', { name: t('claims.object') }).click();
    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('claims.object') })
      .click();

    await expect.element(screen.getByText(t('claims.objectFailed'))).toBeVisible();
  });
});

test('an owner whose card is gone reads so, even without any other card', async () => {
  server.answer('listCards', () => buildCardList([]));
  const moved: ClaimedCard = { ...against, cardId: null, state: 'granted', endedAt: times.objectUntil };
  server.answer('listCardClaims', () => ({ own: [], claimed: [moved] }));

  const { screen } = await openPortal('/');

  await expect.element(screen.getByText(t('claims.movedTitle', { card: 'Blue' }))).toBeVisible();
  await expect.element(screen.getByText(t('claims.movedAgain'), { exact: false })).toBeVisible();
  await expect.element(screen.getByText(t('cards.noneTitle'))).toBeVisible();
});

test('claims that cannot be loaded are named, since no heading stands above them', async () => {
  server.answer('listCardClaims', refuse('TM0001'));
  const { screen } = await openPortal('/');

  await expect.element(screen.getByRole('alert').getByText(t('claims.loadFailed'))).toBeVisible();
});

test('nobody is told to claim a card again where claims are withheld', async () => {
  signIn({ permissions: { any: ['passenger-area', 'card', 'card-add', 'card-add.link'] } });
  const moved: ClaimedCard = { ...against, cardId: null, state: 'granted', endedAt: times.objectUntil };
  const ended = { ...own, state: 'void', endedAt: times.claimedAt } as const;
  server.answer('listCardClaims', () => ({ own: [ended], claimed: [moved] }));

  const { screen } = await openPortal('/');

  await expect.element(screen.getByText(t('claims.movedTitle', { card: 'Blue' }))).toBeVisible();
  await expect.element(screen.getByText(t('claims.ownVoidTitle', { card: 'My watch' }))).toBeVisible();
  for (const text of [t('claims.movedAgain'), t('claims.ownVoidAgain')])
    expect(screen.getByText(text, { exact: false }).elements()).toEqual([]);
});

describe('the claimant', () => {
  test('reads when the card comes, and gives up the claim', async () => {
    server.answer('listCardClaims', () => ({ own: [own], claimed: [] }));
    server.answer('withdrawCardClaim', () => {
      server.answer('listCardClaims', () => ({ own: [{ ...own, state: 'withdrawn' as const }], claimed: [] }));
      return null;
    });
    const { screen } = await openPortal('/');
    await expect.element(screen.getByText(t('claims.ownOpenTitle', { card: 'My watch' }))).toBeVisible();

    await screen.getByRole('button', { name: t('claims.withdraw') }).click();
    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('claims.withdraw') })
      .click();

    await expect
      .element(screen.getByRole('status').getByText(t('claims.withdrawDone', { card: 'My watch' })))
      .toBeVisible();
    await expect.element(screen.getByText(t('claims.ownOpenTitle', { card: 'My watch' }))).not.toBeInTheDocument();
  });

  test.each([
    ['objected', 'claims.ownObjectedTitle'],
    ['void', 'claims.ownVoidTitle'],
  ] as const)('reads that a claim ended as %s', async (state, key) => {
    server.answer('listCardClaims', () => ({ own: [{ ...own, state, endedAt: times.claimedAt }], claimed: [] }));

    const { screen } = await openPortal('/');

    await expect.element(screen.getByText(t(key, { card: 'My watch' }))).toBeVisible();
  });

  test('reads whom to call about a refused claim', async () => {
    signIn({}, { contacts: { en_CA: { phone: '1 705 555-0142' } } });
    const objected = { ...own, state: 'objected', endedAt: times.claimedAt } as const;
    server.answer('listCardClaims', () => ({ own: [objected], claimed: [] }));

    const { screen } = await openPortal('/');

    const refused = screen.getByRole('region', { name: t('claims.ownObjectedTitle', { card: 'My watch' }) });
    await expect
      .element(refused.getByRole('link', { name: 'Call 1 705 555-0142' }))
      .toHaveAttribute('href', 'tel:17055550142');
  });

  async function openForm() {
    server.answer('linkCard', refuse('xtat_number_not_unique'));
    const { router, screen } = await openPortal('/card/add');
    await screen.getByLabelText(t('common.statementReference')).fill('ABCD1234EFGH56');
    await screen.getByRole('textbox', { name: /amount/i }).fill('7.40');
    await screen.getByLabelText(t('cards.nameLabel')).fill('My watch');
    await screen.getByRole('button', { name: t('cards.addSubmit') }).click();
    await screen.getByRole('button', { name: t('claims.title') }).click();
    return { router, screen };
  }

  async function confirmClaim(screen: RenderResult) {
    const dialog = screen.getByRole('dialog');
    await dialog.getByRole('button', { name: t('claims.submit') }).click();
  }

  async function fillForm(screen: RenderResult) {
    for (const [n, line] of (['lineFirst', 'lineSecond'] as const).entries()) {
      const group = screen.getByRole('group', { name: t(`claims.${line}`) });
      await group.getByLabelText(t('common.statementReference')).fill(`ABCD1234EFGH5${n}`);
      await group.getByRole('textbox', { name: /amount/i }).fill('7.40');
    }
    await screen.getByLabelText(t('cards.nameLabel')).fill('My watch');
    await screen.getByRole('button', { name: t('claims.submit') }).click();
  }

  test('goes from the refusal of a taken card to the claim, and confirms once more', async () => {
    // The clock of the device may be wrong.
    noteServerTime('Mon, 02 Mar 2026 12:00:00 GMT');
    onTestFinished(() => noteServerTime(new Date().toUTCString()));
    let sent: unknown;
    server.answer('claimCard', ({ body }) => {
      sent = body;
      return { cardId: null };
    });
    const { screen } = await openForm();
    await fillForm(screen);
    const promise = screen.getByRole('dialog').getByText(t('claims.confirmText', { date: '2026/03/09' }));
    await expect.element(promise).toBeVisible();

    await confirmClaim(screen);

    await expect.element(screen.getByRole('status').getByText(t('claims.done', { card: 'My watch' }))).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: t('home.cardsHeading') })).toBeVisible();
    expect(sent).toEqual({
      first: { srid: 'ABCD1234EFGH50', amountMinor: 740 },
      second: { srid: 'ABCD1234EFGH51', amountMinor: 740 },
      name: 'My watch',
    });
    await expect.element(screen.getByRole('link', { name: /Blue/ }).first()).toBeVisible();
  });

  test.each([
    [null, 'claims.done'],
    [1, 'cards.addDone'],
  ] as const)('who has left the form is told how it went, and stays where they are (card %s)', async (cardId, told) => {
    const late = held({ cardId });
    server.answer('claimCard', late.answer);
    const { router, screen } = await openForm();
    await fillForm(screen);
    await confirmClaim(screen);
    await router.navigate({ to: pathOf('card') });
    await expect.element(screen.getByRole('heading', { level: 1, name: t('cards.title') })).toBeVisible();

    late.give();

    await expect.element(screen.getByRole('status').getByText(t(told, { card: 'My watch' }))).toBeVisible();
    expect(router.latestLocation.href).toBe('/card');
  });

  test('reads above the form why the lines do not prove the claim', async () => {
    server.answer('claimCard', refuse('card_claim_not_proven'));
    const { screen } = await openForm();
    await fillForm(screen);

    await confirmClaim(screen);

    await expect.element(screen.getByText(t('claims.failed'))).toBeVisible();
    await expect.element(screen.getByRole('main').getByRole('alert')).toHaveFocus();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByLabelText(t('cards.nameLabel'))).toHaveValue('My watch');
  });

  test('reads at the name that another card has it', async () => {
    server.answer('claimCard', refuse('user_card_name_not_unique'));
    const { screen } = await openForm();
    await fillForm(screen);

    await confirmClaim(screen);

    const name = screen.getByLabelText(t('cards.nameLabel'));
    await expect.element(name).toHaveFocus();
    await expect
      .element(name)
      .toHaveAccessibleDescription(`${t('cards.nameHelp')} ${t('errors.user_card_name_not_unique')}`);
  });

  test('is not asked to confirm while a line is wrong, and sees the drawing of a statement once', async () => {
    const { screen } = await openForm();
    await screen.getByRole('button', { name: t('claims.submit') }).click();

    const group = screen.getByRole('group', { name: t('claims.lineSecond') });
    await expect.element(group.getByLabelText(t('common.statementReference'))).toHaveFocus();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('figure').elements()).toHaveLength(1);
  });
});

test.each(['/', '/card?id=1'])(
  'claims that cannot be loaded show an error, and are shown after another try (%s)',
  async (address) => {
    server.answer('listCardClaims', refuse('unavailable'));
    const { screen } = await openPortal(address);
    const retry = screen.getByRole('main').getByRole('button', { name: t('common.retry') });
    await expect.element(retry).toBeVisible();
    server.answer('listCardClaims', () => ({ own: [], claimed: [against] }));

    await retry.click();

    await expect.element(screen.getByText(t('claims.againstTitle', { card: 'Blue' }))).toBeVisible();
    await expect.element(retry).not.toBeInTheDocument();
  },
);
