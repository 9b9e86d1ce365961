import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';

beforeEach(() => {
  signIn({ first_name: 'Maya', last_name: 'Tremblay' });
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
});

test('changes first and last name, and says whether it was saved [ACC-01]', async () => {
  server.answer('editProfile', refuse('TM0001'));
  const { screen } = await openPortal('/account/edit');
  const part = screen.getByRole('region', { name: t('account.nameHeading') });
  const first = part.getByLabelText(t('account.firstName'), { exact: false });
  const last = part.getByLabelText(t('account.lastName'), { exact: false });
  await expect.element(first).toHaveValue('Maya');
  await expect.element(last).toHaveValue('Tremblay');

  await first.fill('Mia');
  await last.fill('Roy');
  await part.getByRole('button', { name: t('common.save') }).click();
  await expect.element(screen.getByRole('alert').getByText(t('common.saveFailure'))).toBeVisible();
  await expect.element(first).toHaveValue('Mia');
  server.answer('editProfile', () => null);
  await part.getByRole('button', { name: t('common.save') }).click();

  await expect.element(screen.getByRole('status').getByText(t('common.saveSuccess'))).toBeVisible();
  expect(server.received('editProfile').at(-1)?.body).toEqual({ first_name: 'Mia', last_name: 'Roy' });
});

test('changes the password with old, new and repeated one, shows the rules and removes spaces around it [ACC-02, AUTH-12]', async () => {
  server.answer('changePassword', refuse('password_old_incorrect'));
  const { screen } = await openPortal('/account/edit');
  const part = screen.getByRole('region', { name: t('account.passwordHeading') });
  const old = part.getByLabelText(t('account.passwordOld'), { exact: true });
  const fresh = part.getByLabelText(t('password.new'), { exact: true });
  const repeat = part.getByLabelText(t('password.repeat'), { exact: true });
  const rule = t('validation.password_too_short', { count: 15 });
  await expect.element(part.getByText(rule, { exact: false })).toBeVisible();
  await expect.element(fresh).toHaveAccessibleDescription(expect.stringContaining(rule));

  await old.fill('not the old one');
  await fresh.fill('quiet-harbour-lantern');
  await repeat.fill('quiet-harbour-lanterns');
  await part.getByRole('button', { name: t('password.submit') }).click();
  await expect.element(repeat).toHaveAccessibleDescription(t('validation.password_mismatch'));
  expect(server.received('changePassword')).toHaveLength(0);
  await fresh.fill(' quiet-harbour-lantern ');
  await repeat.fill('quiet-harbour-lantern');
  await part.getByRole('button', { name: t('password.submit') }).click();
  await expect.element(old).toHaveAccessibleDescription(t('errors.password_old_incorrect'));
  await expect.element(old).toHaveFocus();
  await old.fill('amber-gravel-canoe-41');
  server.answer('changePassword', () => null);
  await part.getByRole('button', { name: t('password.submit') }).click();

  await expect.element(screen.getByRole('status').getByText(t('account.passwordDone'))).toBeVisible();
  expect(server.received('changePassword').at(-1)?.body).toEqual({
    old_password: 'amber-gravel-canoe-41',
    new_password: 'quiet-harbour-lantern',
  });
  await expect.element(fresh).toHaveValue('');
});

test('a password change whose answer is lost may be done, and the next try says so', async () => {
  onTestFinished(() => server.reach(true));
  const { screen } = await openPortal('/account/edit');
  const part = screen.getByRole('region', { name: t('account.passwordHeading') });
  const old = part.getByLabelText(t('account.passwordOld'), { exact: true });
  const submit = part.getByRole('button', { name: t('password.submit') });
  await old.fill('amber-gravel-canoe-41');
  await part.getByLabelText(t('password.new'), { exact: true }).fill('quiet-harbour-lantern');
  await part.getByLabelText(t('password.repeat'), { exact: true }).fill('quiet-harbour-lantern');

  server.reach(false);
  await submit.click();
  await expect.element(screen.getByRole('alert').getByText(t('account.passwordFailed'))).toBeVisible();
  server.reach(true);
  server.answer('changePassword', refuse('password_old_incorrect'));
  await submit.click();

  await expect.element(old).toHaveAccessibleDescription(t('account.passwordPerhapsChanged'));
});

test('each form with a password names its account to password managers, which may know several of this site', async () => {
  server.answer('setMailCode', refuse('reauthentication_required'));
  const { screen } = await openPortal('/account/edit');
  const accounts = () =>
    [...document.querySelectorAll('form:has([autocomplete=current-password])')].map(
      (form) => form.querySelector<HTMLInputElement>('[autocomplete=username]')?.value,
    );
  await expect.poll(accounts).toEqual(['maya@example.com']);

  await screen.getByRole('button', { name: t('account.mailCodeTurnOn') }).click();
  await expect.poll(accounts).toEqual(['maya@example.com', 'maya@example.com']);
  await screen.getByRole('button', { name: t('common.cancel') }).click();
  await screen.getByRole('button', { name: t('account.closeHeading') }).click();

  await expect.element(screen.getByLabelText(t('account.closePassword'))).toBeVisible();
  expect(accounts()).toEqual(['maya@example.com', 'maya@example.com']);
});

/** A provider whose session is not followed. */
const withoutCheck = {
  enabled: true,
  session_check: { enabled: false, mode: 'internal' as const, endpoint: null, logout_on: [] },
};

describe('deleting the account', () => {
  test('asks for a reason before anything is sent, and sends the chosen one [ACC-03]', async () => {
    server.answer('closeAccount', () => null);
    const { screen } = await openPortal('/account/edit');
    await screen.getByRole('button', { name: t('account.closeHeading') }).click();
    const dialog = screen.getByRole('dialog', { name: t('account.closeHeading') });
    const reason = dialog.getByRole('combobox', { name: t('account.closeReason') });
    await expect.element(reason).toHaveValue('');

    await dialog.getByLabelText(t('account.closePassword'), { exact: true }).fill('amber-gravel-canoe-41');
    await dialog.getByRole('button', { name: t('account.closeSubmit') }).click();

    await expect.element(reason).toHaveAccessibleDescription(expect.stringContaining(t('account.closeReasonMissing')));
    await expect.element(reason).toHaveFocus();
    expect(server.received('closeAccount')).toHaveLength(0);
    await reason.selectOptions('privacy');
    await dialog.getByRole('button', { name: t('account.closeSubmit') }).click();

    await expect.element(screen.getByText(t('account.closeDone'))).toBeVisible();
    expect(server.received('closeAccount').map(({ body }) => body)).toEqual([
      { reason: 'privacy', password: 'amber-gravel-canoe-41' },
    ]);
  });

  test('by a passenger of an identity provider needs no password, but a fresh sign-in there', async () => {
    signIn({ is_sso_shadow_user: true });
    server.answer('getServerSettings', () => ({ oidc_configuration: withoutCheck }));
    server.answer('closeAccount', refuse('reauthentication_required'));
    const { screen } = await openPortal('/account/edit');
    await screen.getByRole('button', { name: t('account.closeHeading') }).click();
    const dialog = screen.getByRole('dialog', { name: t('account.closeHeading') });
    await dialog.getByRole('combobox').selectOptions('not_needed');
    expect(dialog.getByLabelText(t('account.closePassword'), { exact: true }).elements()).toHaveLength(0);

    await dialog.getByRole('button', { name: t('account.closeSubmit') }).click();
    await expect.element(dialog.getByText(t('account.closeSignInAgain'))).toBeVisible();
    server.answer('closeAccount', () => null);
    await dialog.getByRole('button', { name: t('account.closeSubmit') }).click();

    await expect.element(screen.getByText(t('account.closeDone'))).toBeVisible();
    expect(server.received('closeAccount').map(({ body }) => body)).toEqual([
      { reason: 'not_needed' },
      { reason: 'not_needed' },
    ]);
  });

  test('cannot be cancelled while it is in progress', async () => {
    const closing = held(null);
    server.answer('closeAccount', closing.answer);
    const { screen } = await openPortal('/account/edit');
    await screen.getByRole('button', { name: t('account.closeHeading') }).click();
    const dialog = screen.getByRole('dialog', { name: t('account.closeHeading') });
    await dialog.getByRole('combobox').selectOptions('privacy');
    await dialog.getByLabelText(t('account.closePassword'), { exact: true }).fill('amber-gravel-canoe-41');

    await dialog.getByRole('button', { name: t('account.closeSubmit') }).click();
    await dialog.getByRole('button', { name: t('common.cancel') }).click({ force: true });

    await expect.element(dialog).toBeVisible();
    closing.give();
    await expect.element(screen.getByText(t('account.closeDone'))).toBeVisible();
    expect(server.received('closeAccount')).toHaveLength(1);
  });
});
