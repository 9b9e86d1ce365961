import type { Favourite } from '@tapfolio/contracts/favourites.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, refuse, server, traceId } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildFavourite, buildSalesPackage } from '../../../test/travel-fixtures.ts';
import { keepFocus } from '../../lib/keep-focus.ts';

const everyday = buildCard({ id: 1, name: 'Everyday card' });
const office = buildFavourite({ name: 'To the office', packageName: 'Ten rides' });
const weekend = buildFavourite({ name: 'Weekend', packageName: 'Weekend pass' });

let favourites: Favourite[] = [];

beforeEach(() => {
  signIn();
  favourites = [];
  server.answer('listCards', () => buildCardList([everyday]));
  server.answer('listFavourites', () => ({ items: favourites }));
  server.answer('listSalesPackages', () => ({ items: [buildSalesPackage()], nextCursor: null }));
});

const open = async (address = '/card/favourites/1') => (await openPortal(address)).screen;

describe('the packages that were bought', () => {
  test.each([1280, 360])(
    'show their name, sale date, description, amount and channel, at %i px [HIST-09]',
    async (width) => {
      await page.viewport(width, 740);
      const screen = await open();

      const list = screen.getByRole('region', { name: t('favourites.ownHeading') });
      await expect.element(list).toBeVisible();
      const packages = width === 360 ? screen.getByRole('listitem') : screen.getByRole('table');
      for (const said of [
        'Ten rides',
        '2026/11/06 10:30',
        'Good for three months',
        '$31.50',
        t('favourites.channel.app'),
      ]) {
        await expect.element(packages.getByText(said, { exact: false }).first()).toBeVisible();
      }
    },
  );

  test('are requested for the dates of the address, which the filter shows and resets [HIST-09]', async () => {
    const screen = await open('/card/favourites/1?from=2026-11-01T04:00:00Z&to=2026-11-08T05:00:00Z');

    await expect.element(screen.getByRole('table')).toBeVisible();
    expect(server.received('listSalesPackages')[0]?.query).toMatchObject({
      from: '2026-11-01T04:00:00Z',
      to: '2026-11-08T05:00:00Z',
    });
    await screen.getByRole('button', { name: t('common.preset.today') }).click();
    await expect.poll(() => server.received('listSalesPackages').length).toBe(2);
    expect(server.received('listSalesPackages')[1]?.query.from).not.toBe('2026-11-01T04:00:00Z');
  });

  test('show whether they are loading, failed or empty [HIST-12]', async () => {
    const answer = held({ items: [], nextCursor: null });
    server.answer('listSalesPackages', answer.answer);
    const screen = await open();
    await expect.element(screen.getByText(t('common.loading')).first()).toBeInTheDocument();
    answer.give();
    await expect.element(screen.getByRole('heading', { name: t('favourites.emptyTitle') })).toBeVisible();

    server.answer('listSalesPackages', refuse('0107'));
    const failed = await open('/card/favourites/1?from=2026-11-01T04:00:00Z');
    await expect.element(failed.getByText(t('common.loadFailure')).first()).toBeVisible();
  });
});

test('the screen belongs to the products in the navigation', async () => {
  const screen = await open();

  const products = screen.getByRole('banner').getByRole('link', { name: t('nav.products') });
  await expect.element(products).toHaveAttribute('aria-current', 'true');
});

describe('choosing a favourite', () => {
  test('asks for its name first, then says that it is a favourite, and shows it [FAV-01]', async () => {
    const sold = buildSalesPackage({ name: 'Ten rides' });
    server.answer('listSalesPackages', () => ({ items: [sold], nextCursor: null }));
    server.answer('addFavourite', () => ({ id: office.id }));
    const screen = await open();

    await screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).click();
    const dialog = screen.getByRole('dialog', { name: t('favourites.addTitle', { package: 'Ten rides' }) });
    const name = dialog.getByRole('textbox', { name: t('favourites.nameLabel') });
    await expect.element(name).toHaveValue('Ten rides');
    await name.fill('To the office');
    expect(server.received('addFavourite')).toHaveLength(0);
    favourites = [office];
    server.answer('listSalesPackages', () => ({
      items: [buildSalesPackage({ ...sold, choice: 'chosen' })],
      nextCursor: null,
    }));
    await dialog.getByRole('button', { name: t('favourites.add') }).click();

    const done = t('favourites.addDone', { name: 'To the office' });
    await expect.element(screen.getByRole('status').getByText(done)).toBeVisible();
    const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
    await expect.element(own.getByText('To the office')).toBeVisible();
    await expect
      .element(screen.getByRole('table').getByText(t('favourites.chosen'), { exact: true }).last())
      .toBeVisible();
    expect(server.received('addFavourite')[0]).toMatchObject({
      params: { cardId: '1' },
      body: { salesPackageId: sold.id, name: 'To the office' },
    });
  });

  test('that is one already, by another tab or a try whose answer was lost, says so and closes the dialog', async () => {
    server.answer('addFavourite', refuse('favourite_already_chosen'));
    const screen = await open();
    await screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).click();
    favourites = [office];

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('favourites.add') })
      .click();

    const notice = screen.getByRole('status').getByText(t('errors.favourite_already_chosen'));
    await expect.element(notice).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
    await expect.element(own.getByText(office.name)).toBeVisible();
    expect(screen.getByText(t('favourites.addFailed')).elements()).toHaveLength(0);
  });

  test.each(['favourite_limit_reached', 'sales_package_too_old', 'TM0172'] as const)(
    'that is refused (%s) says why in the dialog, which stays with what was typed',
    async (code) => {
      server.answer('addFavourite', refuse(code));
      const screen = await open();
      await screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).click();
      const dialog = screen.getByRole('dialog');

      await dialog.getByRole('textbox').fill('Mine');
      await dialog.getByRole('button', { name: t('favourites.add') }).click();

      await expect.element(dialog.getByRole('alert').getByText(t(`errors.${code}`))).toBeVisible();
      await expect.element(dialog.getByText(t('favourites.addFailed'))).toBeVisible();
      await expect.element(dialog.getByRole('textbox')).toHaveValue('Mine');
    },
  );

  test('that fails shows a notice with the trace id', async () => {
    server.answer('addFavourite', refuse('TM0001'));
    const screen = await open();
    await screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).click();
    const dialog = screen.getByRole('dialog');

    await dialog.getByRole('button', { name: t('favourites.add') }).click();

    const notice = dialog.getByRole('alert');
    await expect.element(notice.getByText(t('favourites.addFailed'))).toBeVisible();
    await expect.element(notice.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  });

  test('is not offered for a third one: the screen says that one must be removed first [FAV-02]', async () => {
    favourites = [office, weekend];
    const screen = await open();

    const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
    await expect.element(own.getByText(t('favourites.full'))).toBeVisible();
    await expect.element(screen.getByRole('table').getByText(t('favourites.placesTaken'))).toBeVisible();
    expect(screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).elements()).toEqual(
      [],
    );
  });

  test('is offered only for packages of the last four weeks, and the others say why not [FAV-03]', async () => {
    const items = [
      buildSalesPackage({ name: 'New' }),
      buildSalesPackage({ name: 'Old', choice: 'too_old', soldAt: '2026-09-06T15:30:00Z' }),
    ];
    server.answer('listSalesPackages', () => ({ items, nextCursor: null }));
    const screen = await open();

    await expect.element(screen.getByRole('button', { name: t('favourites.addOf', { package: 'New' }) })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /Old/ }).getByText(t('favourites.tooOld'))).toBeVisible();
    expect(screen.getByRole('button', { name: t('favourites.addOf', { package: 'Old' }) }).elements()).toEqual([]);
  });

  test('is not offered to a passenger who may not add favourites', async () => {
    signIn({ permissions: { products: ['card-products-history-table', 'card-favourites-table'] } });
    favourites = [office];
    const screen = await open();

    await expect.element(screen.getByRole('table')).toBeVisible();
    for (const name of [
      t('favourites.addOf', { package: 'Ten rides' }),
      t('favourites.renameOf', { name: office.name }),
      t('favourites.removeOf', { name: office.name }),
    ])
      expect(screen.getByRole('button', { name }).elements()).toEqual([]);
    expect(screen.getByText(t('favourites.chooseHint'), { exact: false }).elements()).toEqual([]);
  });

  test('is not suggested to a passenger who may not add favourites', async () => {
    signIn({ permissions: { products: ['card-products-history-table', 'card-favourites-table'] } });
    server.answer('listProducts', () => ({ items: [], nextCursor: null }));
    const { router, screen } = await openPortal('/card/products-history/1');
    const link = screen.getByRole('link', { name: t('products.favouritesLink') });
    await expect.element(link).toBeVisible();

    await router.navigate({ to: '/card/favourites/$id', params: { id: '1' } });

    await expect.element(screen.getByRole('heading', { name: t('favourites.none') })).toBeVisible();
    expect(screen.getByText(t('favourites.noneText')).elements()).toEqual([]);
  });
});

describe('a favourite', () => {
  beforeEach(() => {
    favourites = [office, weekend];
  });

  test('is renamed in a dialog, and a notice says so [FAV-01]', async () => {
    server.answer('renameFavourite', () => null);
    const screen = await open();
    await screen.getByRole('button', { name: t('favourites.renameOf', { name: 'Weekend' }) }).click();
    const name = screen.getByRole('dialog').getByRole('textbox', { name: t('favourites.nameLabel') });
    await expect.element(name).toHaveValue('Weekend');

    await name.fill('By the lake');
    favourites = [office, { ...weekend, name: 'By the lake' }];
    await screen.getByRole('button', { name: t('common.save') }).click();

    await expect
      .element(screen.getByRole('status').getByText(t('favourites.renameDone', { name: 'By the lake' })))
      .toBeVisible();
    const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
    await expect.element(own.getByText('By the lake')).toBeVisible();
    expect(server.received('renameFavourite')[0]).toMatchObject({
      params: { favouriteId: weekend.id },
      body: { name: 'By the lake' },
    });
  });

  test('that cannot be renamed shows why, and keeps what was typed', async () => {
    server.answer('renameFavourite', refuse('card_name_is_card_number'));
    const screen = await open();
    await screen.getByRole('button', { name: t('favourites.renameOf', { name: 'Weekend' }) }).click();
    const name = screen.getByRole('dialog').getByRole('textbox');

    await name.fill('4111 1111 1111 1111');
    await screen.getByRole('button', { name: t('common.save') }).click();

    await expect
      .element(name)
      .toHaveAccessibleDescription(expect.stringContaining(t('errors.card_name_is_card_number')));
    server.answer('renameFavourite', refuse('TM0176'));
    await screen.getByRole('button', { name: t('common.save') }).click();
    await expect.element(screen.getByRole('dialog').getByText(t('favourites.renameFailed'))).toBeVisible();
    await expect.element(screen.getByRole('dialog').getByText(t('errors.TM0176'))).toBeVisible();
  });

  test('that another tab has removed cannot be renamed: a notice says so, because its row and dialog disappear', async () => {
    server.answer('renameFavourite', refuse('TM0176'));
    const screen = await open();
    await screen.getByRole('button', { name: t('favourites.renameOf', { name: 'Weekend' }) }).click();
    favourites = [office];

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('common.save') })
      .click();

    await expect.element(screen.getByRole('alert').getByText(t('favourites.renameFailed'))).toBeVisible();
    await expect.element(screen.getByRole('alert').getByText(t('errors.TM0176'))).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is removed after a confirmation, a notice says so, and the focus keeps its place [FAV-01]', async () => {
    onTestFinished(keepFocus());
    server.answer('removeFavourite', refuse('TM0001'));
    const screen = await open();
    await screen.getByRole('button', { name: t('favourites.removeOf', { name: 'Weekend' }) }).click();
    const dialog = screen.getByRole('dialog', { name: t('favourites.removeTitle', { name: 'Weekend' }) });
    await expect.element(dialog.getByText(t('favourites.removeText'), { exact: false })).toBeVisible();
    expect(server.received('removeFavourite')).toHaveLength(0);

    await dialog.getByRole('button', { name: t('favourites.remove') }).click();
    await expect.element(dialog.getByRole('alert').getByText(t('favourites.removeFailed'))).toBeVisible();
    server.answer('removeFavourite', () => null);
    favourites = [office];
    await dialog.getByRole('button', { name: t('favourites.remove') }).click();

    await expect
      .element(screen.getByRole('status').getByText(t('favourites.removeDone', { name: 'Weekend' })))
      .toBeVisible();
    const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
    await expect.poll(() => own.getByText('Weekend').elements()).toEqual([]);
    await expect.element(own).toHaveFocus();
    expect(server.received('removeFavourite').map(({ params }) => params)).toEqual([
      { favouriteId: weekend.id },
      { favouriteId: weekend.id },
    ]);
  });

  test('is removed also if another tab or an earlier try without an answer has removed it', async () => {
    server.answer('removeFavourite', refuse('TM0176'));
    const screen = await open();
    favourites = [office];
    await screen.getByRole('button', { name: t('favourites.removeOf', { name: 'Weekend' }) }).click();

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('favourites.remove') })
      .click();

    const done = t('favourites.removeDone', { name: 'Weekend' });
    await expect.element(screen.getByRole('status').getByText(done)).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('does not exist yet: the screen explains favourites, and leads back to the products [FAV-01]', async () => {
    favourites = [];
    const screen = await open();

    await expect.element(screen.getByRole('heading', { name: t('favourites.none') })).toBeVisible();
    await expect.element(screen.getByText(t('favourites.noneText'))).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: t('favourites.back') }))
      .toHaveAttribute('href', '/card/products-history/1');
  });

  test('that could not be loaded shows an error, and the packages are shown anyway [HIST-12]', async () => {
    server.answer('listFavourites', refuse('0107'));
    const screen = await open();

    const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
    await expect.element(own.getByRole('button', { name: t('common.retry') })).toBeVisible();
    await expect.element(screen.getByRole('table').getByText('Ten rides')).toBeVisible();
  });
});

describe('favourites on other screens', () => {
  beforeEach(() => {
    favourites = [office];
    server.answer('listProducts', () => ({ items: [], nextCursor: null }));
    server.answer('getSpend', () => ({ currencies: [] }));
  });

  test.each(['/', '/card/products-history/1'])('are on %s with a link to their screen [FAV-01]', async (address) => {
    const screen = await open(address);

    const own = screen.getByRole('region', { name: t('favourites.title') });
    await expect.element(own.getByText('To the office')).toBeVisible();
    await expect.element(own.getByText(t('favourites.packageOf', { package: 'Ten rides' }))).toBeVisible();
    await expect
      .element(own.getByRole('link', { name: t('products.favouritesLink') }))
      .toHaveAttribute('href', '/card/favourites/1');
  });

  test('take no space on the home page if there are none', async () => {
    favourites = [];
    const screen = await open('/');

    await expect.element(screen.getByRole('heading', { name: t('home.cardsHeading') })).toBeVisible();
    expect(screen.getByRole('region', { name: t('favourites.title') }).elements()).toEqual([]);
  });

  test('invite to choose some above the products', async () => {
    favourites = [];
    const screen = await open('/card/products-history/1');

    await expect.element(screen.getByRole('link', { name: t('favourites.choose') })).toBeVisible();
  });
});
