import { beforeEach, describe, expect, test } from 'vitest';
import { held, refuse, server } from '../../../../test/fake-server.ts';
import { notices, openOwingCard, owingCard, signInWithOwingCard, values } from '../../../../test/owing-card.ts';
import { openPortal, signIn, t } from '../../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildDebt,
  buildRelatedTrip,
  cad,
} from '../../../../test/travel-fixtures.ts';

beforeEach(signInWithOwingCard);

describe('an unpaid fare', () => {
  test('shows the amount, the day and the trips it comes from [DEBT-01]', async () => {
    const trip = buildRelatedTrip({ from: 'Cathedral', to: 'Harbour', price: cad(750) });
    const { panel } = await openOwingCard({ trips: [trip] });

    await expect.element(panel.getByText(t('debts.state_owed', values))).toBeVisible();
    await panel.getByText(t('debts.trips', { count: 1 })).click();

    await expect.element(panel.getByText(t('trips.fromTo', { from: 'Cathedral', to: 'Harbour' }))).toBeVisible();
    await expect.element(panel.getByText('$7.50', { exact: true })).toBeVisible();
  });

  test('says of each trip that cost nothing why it was free', async () => {
    const fares = [
      buildRelatedTrip({ price: cad(750) }),
      buildRelatedTrip({ price: cad(0), fareReason: 'transfer included' }),
    ];
    const { panel } = await openOwingCard({ trips: fares });
    await panel.getByText(t('debts.trips', { count: 2 })).click();

    const reason = t('trips.fareReason_transfer');
    await expect.element(panel.getByRole('listitem').filter({ hasText: '$0.00' }).getByText(reason)).toBeVisible();
    expect(panel.getByText(reason).elements()).toHaveLength(1);
  });

  test('shows its trips like those of a payment: the line, the place beside it, and the price at the end', async () => {
    const line = { id: '12', name: '12', longName: null, color: null, textColor: null };
    const ride = { from: 'Cathedral', to: null, price: cad(750), transportType: 'bus' } as const;
    const { panel } = await openOwingCard({
      trips: [buildRelatedTrip({ ...ride, line }), buildRelatedTrip({ ...ride, line: null })],
    });
    await panel.getByText(t('debts.trips', { count: 2 })).click();

    const [first, second] = panel.getByRole('listitem').filter({ hasText: 'Cathedral' }).all();
    if (!first || !second) throw new Error('a trip is not shown');
    await expect.element(second.getByText(t('common.transportType.bus'))).toBeVisible();
    const boxOf = (text: RegExp) => first.getByText(text).element().getBoundingClientRect();
    const [badge, place, price] = [boxOf(/^12$/), boxOf(/^Cathedral/), boxOf(/^\$7\.50$/)];
    expect(badge.right).toBeLessThan(place.left);
    expect(place.right).toBeLessThan(price.left);
    expect(Math.abs(badge.top - price.top)).toBeLessThan(6);
  });

  test('is the first thing on the screen', async () => {
    const { panel } = await openOwingCard();
    await expect.element(panel).toBeVisible();
    expect(document.querySelector('main h1 ~ *, main header ~ *')?.textContent).toContain('Unpaid fare');
  });

  test('shows that its details load, and no empty space', async () => {
    server.answer('listDebts', held({ items: [buildDebt()] }).answer);
    const { screen } = await openPortal('/card?id=1');

    const panel = screen.getByRole('region', { name: t('debts.heading', { card: owingCard.name }) });
    await expect.element(panel.getByText(t('debts.state_owed', values))).toBeVisible();
    const bars = [...panel.element().querySelectorAll('[role=status] > span[class*=bar]')];
    expect(bars).toHaveLength(6);
    for (const bar of bars) expect(bar.getBoundingClientRect().width).toBeGreaterThan(100);
  });

  test('is not shown if nothing is owed [DEBT-01]', async () => {
    server.answer('listCards', () => buildCardList([buildCard()]));
    server.answer('getCard', () => buildCardOverview());
    const { screen } = await openPortal('/card?id=1');

    await expect.element(screen.getByRole('heading', { name: t('cards.lastWeek') })).toBeVisible();
    expect(screen.getByText(/Unpaid fare on/).elements()).toHaveLength(0);
  });

  test.each([
    ['requested', 'requested'],
    ['submitting', 'requested'],
    ['unknown', 'requested'],
    ['approved', 'approved'],
    ['unblocking', 'unblocking'],
  ] as const)('says where it stands while it is %s, and offers nothing to press [DEBT-06]', async (state, step) => {
    const { screen } = await openOwingCard({ state, nextStep: 'wait' });

    await expect.element(screen.getByText(t(`debts.state_${state}`, values))).toBeVisible();
    const steps = screen.getByRole('list', { name: t('debts.steps') });
    await expect
      .element(steps.getByRole('listitem').filter({ hasText: t(`debts.step_${step}`) }))
      .toHaveAttribute('aria-current', 'step');
    await expect.element(screen.getByText(t('debts.next_wait'))).toBeVisible();
    expect(screen.getByRole('button', { name: /Pay|Try again/ }).elements()).toHaveLength(0);
  });

  test('shows why the bank refused, what to do next and how many tries are left [DEBT-06]', async () => {
    const declined = { state: 'declined', declineCode: 'insufficient_funds', nextStep: 'retry', triesLeft: 2 } as const;
    const { panel } = await openOwingCard(declined);

    await expect.element(panel.getByText(t('debts.state_declined', values))).toBeVisible();
    await expect.element(panel.getByText(t('debts.declined_insufficient_funds'))).toBeVisible();
    await expect.element(panel.getByText(t('debts.next_retry', { left: 2 }))).toBeVisible();
    await expect.element(panel.getByRole('button', { name: t('debts.retry', { amount: '$7.50' }) })).toBeVisible();
  });

  test('offers no further try if the scheme allows none, and says whom to ask [DEBT-06]', async () => {
    signIn({}, { contacts: { en_CA: { phone: '1 705 555-0142' } } });
    const { panel } = await openOwingCard({
      state: 'declined',
      declineCode: 'card_blocked',
      nextStep: 'contact',
      triesLeft: 0,
    });

    await expect.element(panel.getByText(/No further try is possible here/)).toBeVisible();
    await expect
      .element(panel.getByRole('link', { name: 'Call 1 705 555-0142' }))
      .toHaveAttribute('href', 'tel:17055550142');
    expect(panel.getByRole('button').elements()).toHaveLength(0);
  });

  test('has no button if it cannot be paid here, and says whom to ask', async () => {
    signIn({}, { contacts: { en_CA: { email: 'help@transit.example' } } });
    const { panel } = await openOwingCard({ nextStep: 'contact' });

    await expect.element(panel.getByText(/cannot be paid here\..*help@transit\.example/)).toBeVisible();
    await expect.element(panel.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  });

  test('says when it can be tried again', async () => {
    const later = { nextStep: 'retry_later', nextTryAt: '2026-11-14T18:30:00Z', state: 'declined' } as const;
    const { panel } = await openOwingCard(later);

    await expect.element(panel.getByText(t('debts.next_retry_later', { time: '2026/11/14 13:30' }))).toBeVisible();
  });

  test('that the bank has paid is not said to be reported, because not every operator has a back office that is told', async () => {
    const { screen } = await openOwingCard({ state: 'approved', nextStep: 'wait' });

    await expect.element(screen.getByText(/as soon as the transit company knows about it\.$/)).toBeVisible();
  });

  test('shows what happened so far, including a request without an account', async () => {
    const [delivered] = buildDebt().history;
    if (!delivered) throw new Error('a debt begins with its delivery');
    const at = '2026-11-15T10:00:00Z';
    const request = { ...delivered, event: 'request', state: 'requested', source: 'guest', at } as const;
    const { panel } = await openOwingCard({ history: [delivered, request] });
    await panel.getByText(t('debts.history')).click();

    await expect.element(panel.getByText(t('debts.event_delivered_unpaid', { amount: '$7.50' }))).toBeVisible();
    await expect.element(panel.getByText(t('debts.event_request_guest', { amount: '$7.50' }))).toBeVisible();
  });

  test('of another currency is shown separately: two amounts are never added', async () => {
    const { screen } = await openOwingCard();
    const usd = buildDebt({ amount: { amountMinor: 300, currency: 'USD' } });
    server.answer('listDebts', () => ({ items: [buildDebt(), usd] }));
    await screen.unmount();
    const { screen: both } = await openPortal('/card?id=1');

    await expect.element(both.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) })).toBeVisible();
    await expect.element(both.getByRole('button', { name: /Pay US\$3\.00/ })).toBeVisible();
  });
});

describe('a paid fare of a card that readers still refuse', () => {
  const other = { paymentId: 'a1b2c3d4-0000-4000-8000-00000000000a', state: 'owed', nextStep: 'pay' } as const;

  test.each(['approved', 'unblocking', 'ready'] as const)(
    'never says that the card can travel when it is %s and another fare is unpaid',
    async (state) => {
      const { screen, set } = await openOwingCard({ state: 'submitting', nextStep: 'wait' });
      await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();

      set({ state, nextStep: 'wait' }, other);

      await expect.element(screen.getByText(t('debts.state_paid_refused', values)), { timeout: 10_000 }).toBeVisible();
      await expect.element(screen.getByText(t('debts.still_refused_fare')).first()).toBeVisible();
      await expect.element(notices(screen).getByText(t('debts.paidNotice', { amount: '$7.50' }))).toBeVisible();
      for (const promise of [t(`debts.state_${state}`, values), t('debts.readyNotice', { card: owingCard.name })])
        expect(screen.getByText(promise).elements()).toHaveLength(0);
      const steps = screen.getByRole('list', { name: t('debts.steps') }).first();
      expect(steps.getByText(t('debts.step_ready')).elements()).toHaveLength(0);
    },
    20_000,
  );

  test.each(['approved', 'unblocking'] as const)(
    'never says that a lost card can travel when it is %s',
    async (state) => {
      const lost = { ...owingCard, status: 'lost' as const };
      server.answer('listCards', () => buildCardList([lost]));
      server.answer('getCard', () => buildCardOverview({ card: lost }));

      const { screen } = await openOwingCard({ state, nextStep: 'wait' });

      await expect.element(screen.getByText(t('debts.state_paid_refused', values))).toBeVisible();
      await expect.element(screen.getByText(t('debts.still_refused_lost'))).toBeVisible();
    },
  );
});

describe('an unpaid fare of a card that readers refuse for another reason too', () => {
  test.each([
    ['lost', 'owed'],
    ['lost', 'declined'],
    ['card_dead', 'owed'],
  ] as const)('of a card that is %s never promises that payment helps, and says why: %s', async (status, state) => {
    const refused = { ...owingCard, status };
    server.answer('listCards', () => buildCardList([refused]));
    server.answer('getCard', () => buildCardOverview({ card: refused }));

    const { panel } = await openOwingCard({ state });

    await expect.element(panel.getByText(t(`debts.state_${state}_refused`, values))).toBeVisible();
    await expect.element(panel.getByText(t(`debts.still_refused_${status}`))).toBeVisible();
    expect(panel.getByText(t(`debts.state_${state}`, values)).elements()).toHaveLength(0);
  });

  test.each([
    ['load', () => held({ items: [buildDebt()] }).answer],
    ['cannot be loaded', () => refuse('unavailable')],
  ] as const)('of a lost card says so also while its details %s', async (_, answer) => {
    const lost = { ...owingCard, status: 'lost' as const };
    server.answer('listCards', () => buildCardList([lost]));
    server.answer('getCard', () => buildCardOverview({ card: lost }));
    server.answer('listDebts', answer());

    const { screen } = await openPortal('/card?id=1');

    const panel = screen.getByRole('region', { name: t('debts.heading', { card: lost.name }) });
    await expect.element(panel.getByText(t('debts.still_refused_lost'))).toBeVisible();
    await expect.element(panel.getByText(t('debts.state_owed_refused', values), { exact: true })).toBeVisible();
  });

  test('names the other fare of a card in use', async () => {
    const other = { paymentId: 'a1b2c3d4-0000-4000-8000-00000000000a' };
    const { panel, set } = await openOwingCard();

    set({ state: 'declined' }, other);

    const sentence = panel.getByText(t('debts.still_refused_fare')).first();
    await expect.element(sentence, { timeout: 10_000 }).toBeVisible();
    expect(panel.getByText(t('debts.still_refused_lost')).elements()).toHaveLength(0);
  });
});
