import { describe, expect, test } from 'vitest';
import { refuse, server, traceId } from '../../../test/fake-server.ts';
import { office, openFavourites, passengerWithFavourites, weekend } from '../../../test/favourites-screen.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildSalesPackage } from '../../../test/travel-fixtures.ts';

const favourites = passengerWithFavourites();

describe('choosing a favourite', () => {
  test('asks for its name first, then says that it is a favourite, and shows it [FAV-01]', async () => {
    const sold = buildSalesPackage({ name: 'Ten rides' });
    server.answer('listSalesPackages', () => ({ items: [sold], nextCursor: null }));
    server.answer('addFavourite', () => ({ id: office.id }));
    const screen = await openFavourites();

    await screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).click();
    const dialog = screen.getByRole('dialog', { name: t('favourites.addTitle', { package: 'Ten rides' }) });
    const name = dialog.getByRole('textbox', { name: t('favourites.nameLabel') });
    await expect.element(name).toHaveValue('Ten rides');
    await name.fill('To the office');
    expect(server.received('addFavourite')).toHaveLength(0);
    favourites.items = [office];
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
    const screen = await openFavourites();
    await screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).click();
    favourites.items = [office];

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
      const screen = await openFavourites();
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
    const screen = await openFavourites();
    await screen.getByRole('button', { name: t('favourites.addOf', { package: 'Ten rides' }) }).click();
    const dialog = screen.getByRole('dialog');

    await dialog.getByRole('button', { name: t('favourites.add') }).click();

    const notice = dialog.getByRole('alert');
    await expect.element(notice.getByText(t('favourites.addFailed'))).toBeVisible();
    await expect.element(notice.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  });

  test('is not offered for a third one: the screen says that one must be removed first [FAV-02]', async () => {
    favourites.items = [office, weekend];
    const screen = await openFavourites();

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
    const screen = await openFavourites();

    await expect.element(screen.getByRole('button', { name: t('favourites.addOf', { package: 'New' }) })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /Old/ }).getByText(t('favourites.tooOld'))).toBeVisible();
    expect(screen.getByRole('button', { name: t('favourites.addOf', { package: 'Old' }) }).elements()).toEqual([]);
  });

  test('is not offered to a passenger who may not add favourites', async () => {
    signIn({ permissions: { products: ['card-products-history-table', 'card-favourites-table'] } });
    favourites.items = [office];
    const screen = await openFavourites();

    await expect.element(screen.getByRole('table')).toBeVisible();
    for (const name of [
      t('favourites.addOf', { package: 'Ten rides' }),
      t('favourites.renameOf', { name: office.name }),
      t('favourites.removeOf', { name: office.name }),
    ])
      expect(screen.getByRole('button', { name }).elements()).toEqual([]);
    expect(screen.getByText(t('favourites.chooseHint'), { exact: false }).elements()).toEqual([]);
  });

  test.each(['card-favourites-table.add', 'card-favourites-table.remove'] as const)(
    'with both places taken is not suggested where %s is withheld: nobody can remove one to choose another',
    async (withheld) => {
      const all = [
        'card-favourites-table.add',
        'card-favourites-table.rename',
        'card-favourites-table.remove',
      ] as const;
      const given = all.filter((action) => action !== withheld);
      signIn({ permissions: { products: ['card-products-history-table', 'card-favourites-table', ...given] } });
      favourites.items = [office, weekend];
      const screen = await openFavourites();

      const own = screen.getByRole('region', { name: t('favourites.ownHeading') });
      await expect
        .element(own.getByRole('button', { name: t('favourites.renameOf', { name: weekend.name }) }))
        .toBeVisible();
      expect(own.getByText(t('favourites.full')).elements()).toEqual([]);
    },
  );

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
