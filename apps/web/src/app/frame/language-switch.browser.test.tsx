import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';

test('on a phone the menu says in words where more than two languages are chosen', async () => {
  signIn({}, { languages: { deployed: ['en_CA', 'fr_CA', 'de_DE'], hosts: {} } });
  server.answer('setLanguage', () => null);
  // The mouse passes the link to the account on its way.
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
  await page.viewport(390, 844);
  const { screen } = await openPortal('/error');

  await screen.getByRole('button', { name: t('nav.more') }).click();
  const languages = screen.getByText(t('nav.languages'), { exact: true });
  await languages.click();
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.element(languages).toHaveFocus();
  await languages.click();
  await screen.getByRole('button', { name: 'Deutsch' }).click();

  await expect.poll(() => document.documentElement.lang).toBe('de-DE');
  await expect.element(screen.getByText('Sprachen', { exact: true })).toHaveFocus();
});
