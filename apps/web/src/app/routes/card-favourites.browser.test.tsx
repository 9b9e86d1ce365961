import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { office, openFavourites, passengerWithFavourites, weekend } from '../../../test/favourites-screen.ts';
import { t } from '../../../test/render.tsx';
import { buildSalesPackage } from '../../../test/travel-fixtures.ts';
import { keepFocus } from '../../lib/keep-focus.ts';

const favourites = passengerWithFavourites();

describe('the packages that were bought', () => {
  test.each([1280, 360])(
    'show their name, sale date, description, amount and channel, at %i px [HIST-09]',
    async (width) => {
      await page.viewport(width, 740);
      const screen = await openFavourites();

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
    const screen = await openFavourites('/card/favourites/1?from=2026-11-01T04:00:00Z&to=2026-11-08T05:00:00Z');

    await expect.element(screen.getByRole('table')).toBeVisible();
    const period = screen.getByRole('button', { name: /^Period/ });
    await expect.element(period).toHaveTextContent('Period 2026/11/01 00:00 to 2026/11/07 23:59');
    await period.click();
    await screen.getByRole('button', { name: t('common.filterReset') }).click();

    await expect.element(period).toHaveTextContent('Period Any time');
    await expect
      .poll(() => server.received('listSalesPackages').map(({ query }) => [query.from, query.to]))
      .toEqual([
        ['2026-11-01T04:00:00Z', '2026-11-08T05:00:00Z'],
        [undefined, undefined],
      ]);
  });

  test('show whether they are loading, failed or empty [HIST-12]', async () => {
    const answer = held({ items: [], nextCursor: null });
    server.answer('listSalesPackages', answer.answer);
    const screen = await openFavourites();
    await expect.element(screen.getByText(t('common.loading')).first()).toBeInTheDocument();
    answer.give();
    await expect.element(screen.getByRole('heading', { name: t('favourites.emptyTitle') })).toBeVisible();

    server.answer('listSalesPackages', refuse('0107'));
    const failed = await openFavourites('/card/favourites/1?from=2026-11-01T04:00:00Z');
    await expect.element(failed.getByText(t('common.loadFailure')).first()).toBeVisible();
    server.answer('listSalesPackages', () => ({ items: [buildSalesPackage()], nextCursor: null }));
    await failed.getByRole('button', { name: t('common.retry') }).click();
    await expect.element(failed.getByRole('table').getByText('Ten rides')).toBeVisible();
  });
});

test('the screen belongs to the products in the navigation', async () => {
  const screen = await openFavourites();

  const products = screen.getByRole('banner').getByRole('link', { name: t('nav.products') });
  await expect.element(products).toHaveAttribute('aria-current', 'true');
});

describe('a favourite', () => {
  beforeEach(() => {
    favourites.items = [office, weekend];
  });

  test('is renamed in a dialog, and a notice says so [FAV-01]', async () => {
    server.answer('renameFavourite', () => null);
    const screen = await openFavourites();
    await screen.getByRole('button', { name: t('favourites.renameOf', { name: 'Weekend' }) }).click();
    const name = screen.getByRole('dialog').getByRole('textbox', { name: t('favourites.nameLabel') });
    await expect.element(name).toHaveValue('Weekend');

    await name.fill('By the lake');
    favourites.items = [office, { ...weekend, name: 'By the lake' }];
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
    const screen = await openFavourites();
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
    const screen = await openFavourites();
    await screen.getByRole('button', { name: t('favourites.renameOf', { name: 'Weekend' }) }).click();
    favourites.items = [office];

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
    const screen = await openFavourites();
    await screen.getByRole('button', { name: t('favourites.removeOf', { name: 'Weekend' }) }).click();
    const dialog = screen.getByRole('dialog', { name: t('favourites.removeTitle', { name: 'Weekend' }) });
    await expect.element(dialog.getByText(t('favourites.removeText'), { exact: false })).toBeVisible();
    expect(server.received('removeFavourite')).toHaveLength(0);

    await dialog.getByRole('button', { name: t('favourites.remove') }).click();
    await expect.element(dialog.getByRole('alert').getByText(t('favourites.removeFailed'))).toBeVisible();
    server.answer('removeFavourite', () => null);
    favourites.items = [office];
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
    const screen = await openFavourites();
    favourites.items = [office];
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
    favourites.items = [];
    const screen = await openFavourites();

    await expect.element(screen.getByRole('heading', { name: t('favourites.none') })).toBeVisible();
    await expect.element(screen.getByText(t('favourites.noneText'))).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: t('favourites.back') }))
      .toHaveAttribute('href', '/card/products-history/1');
  });

  test('that could not be loaded shows an error, and the packages are shown anyway [HIST-12]', async () => {
    server.answer('listFavourites', refuse('0107'));
    const screen = await openFavourites();

    const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
    await expect.element(own.getByRole('button', { name: t('common.retry') })).toBeVisible();
    await expect.element(screen.getByRole('table').getByText('Ten rides')).toBeVisible();
  });
});

describe('favourites on other screens', () => {
  beforeEach(() => {
    favourites.items = [office];
    server.answer('listProducts', () => ({ items: [], nextCursor: null }));
    server.answer('getSpend', () => ({ currencies: [] }));
  });

  test.each(['/', '/card/products-history/1'])('are on %s with a link to their screen [FAV-01]', async (address) => {
    const screen = await openFavourites(address);

    const own = screen.getByRole('region', { name: t('favourites.title') });
    await expect.element(own.getByText('To the office')).toBeVisible();
    await expect.element(own.getByText(t('favourites.packageOf', { package: 'Ten rides' }))).toBeVisible();
    await expect
      .element(own.getByRole('link', { name: t('products.favouritesLink') }))
      .toHaveAttribute('href', '/card/favourites/1');
  });

  test('take no space on the home page if there are none', async () => {
    favourites.items = [];
    const screen = await openFavourites('/');

    await expect.element(screen.getByRole('heading', { name: t('home.cardsHeading') })).toBeVisible();
    expect(screen.getByRole('region', { name: t('favourites.title') }).elements()).toEqual([]);
  });

  test('invite to choose some above the products', async () => {
    favourites.items = [];
    const screen = await openFavourites('/card/products-history/1');

    await expect.element(screen.getByRole('link', { name: t('favourites.choose') })).toBeVisible();
  });
});
