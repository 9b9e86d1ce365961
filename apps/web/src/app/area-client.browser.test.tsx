import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import { buildCardList } from '../../test/travel-fixtures.ts';
import { twoCards } from '../../test/two-cards.ts';
import { areaClient } from './area-client.ts';

const { everyday, watch } = twoCards();
const outdated = () => page.getByRole('alert').filter({ hasText: t('common.outdated') });

test('once the server is reached again, no part of the screen goes on saying that it cannot be', async () => {
  signIn();
  server.answer('listCards', () => buildCardList([everyday, watch]));
  server.answer('getSpend', () => ({ currencies: [] }));
  await openPortal('/');
  await expect.element(page.getByText(t('home.spendEmpty'))).toBeVisible();
  server.reach(false);
  void areaClient().refetchQueries({ type: 'active' });
  await expect.poll(() => outdated().elements().length, { timeout: 10_000 }).toBeGreaterThan(1);

  server.reach(true);
  await outdated()
    .first()
    .getByRole('button', { name: t('common.retry') })
    .click();

  await expect.poll(() => outdated().elements(), { timeout: 10_000 }).toEqual([]);
});
