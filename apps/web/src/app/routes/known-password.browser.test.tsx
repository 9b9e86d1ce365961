import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { keepLinkToken, takenToken } from '../../passenger/link-token.ts';

const password = 'quiet-harbour-lantern';
/** What a keyboard of a phone or a password manager enters for it. No password begins or ends with a blank. */
const withBlanks = ` ${password} `;

const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();

describe('the blanks around a password that the passenger has are not sent', () => {
  test('at sign-in', async () => {
    server.answer('signIn', refuse('login_failed'));
    await openPortal('/login');
    await page.getByLabelText(t('common.email')).fill('maya@example.com');
    await page.getByLabelText(t('common.password'), { exact: true }).fill(withBlanks);

    await press(t('login.submit'));

    await expect.poll(() => server.received('signIn').map(({ body }) => body.password)).toEqual([password]);
  });

  test('when an address is confirmed', async () => {
    server.answer('confirmRegistration', refuse('confirmation_password_incorrect'));
    keepLinkToken('confirm-registration', 'y'.repeat(43));
    await openPortal(`/confirm/${takenToken}`);
    await page.getByLabelText(t('common.password'), { exact: true }).fill(withBlanks);

    await press(t('common.confirm'));

    await expect
      .poll(() => server.received('confirmRegistration').map(({ body }) => body.password))
      .toEqual([password]);
  });

  describe('in the account', () => {
    beforeEach(() => {
      signIn();
      server.answer('listSessions', () => ({ items: [buildSession()] }));
      server.answer('getSecondFactors', () => buildSecondFactors());
    });

    test('to choose a new one', async () => {
      server.answer('changePassword', refuse('password_old_incorrect'));
      await openPortal('/account/edit');
      await page.getByLabelText(t('account.passwordOld'), { exact: true }).fill(withBlanks);
      for (const label of [t('password.new'), t('password.repeat')])
        await page.getByLabelText(label, { exact: true }).fill('the-ninth-bus-is-always-late');

      await press(t('password.submit'));

      await expect
        .poll(() => server.received('changePassword').map(({ body }) => body.old_password))
        .toEqual([password]);
    });

    test('to delete the account', async () => {
      server.answer('closeAccount', refuse('password_old_incorrect'));
      await openPortal('/account/edit');
      await page.getByRole('button', { name: t('account.closeHeading'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('account.closeHeading') });
      await dialog.getByRole('combobox').selectOptions('privacy');
      await dialog.getByLabelText(t('account.closePassword'), { exact: true }).fill(withBlanks);

      await press(t('account.closeSubmit'));

      await expect.poll(() => server.received('closeAccount').map(({ body }) => body.password)).toEqual([password]);
    });
  });
});
