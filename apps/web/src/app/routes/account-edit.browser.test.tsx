import type { OwnSession } from '@tapfolio/contracts/account.ts';
import { ownPasswordPermissions, passengerPermissions } from '@tapfolio/contracts/permissions.ts';
import { locales } from '@tapfolio/domain/locale.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { buildPortalConfig } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { keepFocus } from '../../lib/keep-focus.ts';
import { setPortalConfig } from '../../lib/portal-config.ts';

const at = '2026-11-20T10:00:00Z';
const session = (id: string, isCurrent: boolean): OwnSession => ({
  id: id.repeat(16),
  startedAt: at,
  lastSeenAt: at,
  userAgent: null,
  isCurrent,
});
const here = session('a', true);
const elsewhere = session('b', false);
const newPassword = 'the-ninth-bus-is-always-late';

beforeEach(() => {
  signIn({ permissions: { account: [...passengerPermissions.account, ...ownPasswordPermissions] } });
  server.answer('getSecondFactors', () => ({ passkeys: [], mailCode: false }));
  server.answer('listSessions', () => ({ items: [here, elsewhere] }));
});

const endButton = () =>
  page.getByRole('button', { name: t('account.sessionEndOf', { device: t('account.deviceUnknown') }) });

async function changePassword(old: string): Promise<void> {
  await userEvent.fill(page.getByLabelText(t('account.passwordOld')), old);
  await userEvent.fill(page.getByLabelText(t('password.new'), { exact: true }), newPassword);
  await userEvent.fill(page.getByLabelText(t('password.repeat')), newPassword);
  await userEvent.click(page.getByRole('button', { name: t('password.submit') }));
}

test('a new password removes the ended sessions from the list, and says so', async () => {
  server.answer('changePassword', () => null);
  await openPortal('/account/edit');
  await expect.element(endButton()).toBeVisible();
  server.answer('listSessions', () => ({ items: [here] }));

  await changePassword('ferries-run-on-sundays-too');

  await expect.element(page.getByText(t('account.passwordDone')).first()).toBeInTheDocument();
  await expect.element(endButton()).not.toBeInTheDocument();
  const [sent] = server.received('changePassword');
  expect(sent?.body).toEqual({ old_password: 'ferries-run-on-sundays-too', new_password: newPassword });
});

test.each(locales)('on a wide page the button that ends a session stands beside its words, in %s', async (locale) => {
  await page.viewport(1280, 800);
  setPortalConfig(buildPortalConfig({ languages: { deployed: [...locales], hosts: {} } }));
  await setLanguage(locale);

  await openPortal('/account/edit');

  await expect.element(endButton()).toBeVisible();
  const button = endButton().element();
  const words = button.previousElementSibling?.getBoundingClientRect();
  expect(button.getBoundingClientRect().left).toBeGreaterThanOrEqual(words?.right ?? Number.POSITIVE_INFINITY);
});

test('on a phone the account begins with links to its parts, which take the focus', async () => {
  await page.viewport(360, 740);
  const { screen } = await openPortal('/account/edit');
  const links = page.getByRole('navigation', { name: t('common.contents') }).getByRole('link');
  await expect.element(links.first()).toBeVisible();

  const regions = screen
    .getByRole('region')
    .elements()
    .filter((part) => part.closest('main'));
  const titles = regions.map((part) => part.querySelector('h2')?.textContent);
  const named = links.elements().map(({ textContent }) => textContent);
  expect(named.filter((name) => name !== t('account.languageHeading'))).toEqual(titles);
  await userEvent.keyboard('{Tab}');
  links.last().element().focus();
  await userEvent.keyboard('{Enter}');

  const heading = page.getByRole('heading', { name: t('account.closeHeading') });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();

  // On a tablet the parts still stand below each other; on a wide page they do not.
  await page.viewport(768, 1024);
  await expect.element(links.first()).toBeVisible();
  await page.viewport(1280, 800);
  await expect.element(page.getByRole('navigation', { name: t('common.contents') })).not.toBeInTheDocument();
});

test('each button that ends a session says of which one, also if its device is like another', async () => {
  const older = { ...session('c', false), lastSeenAt: '2026-11-18T10:00:00Z' };
  server.answer('listSessions', () => ({ items: [here, elsewhere, older] }));

  await openPortal('/account/edit');

  await expect.element(endButton().nth(1)).toBeVisible();
  const seen = ['2026/11/20 05:00', '2026/11/18 05:00'].map((time) => t('account.sessionSeen', { time }));
  for (const [place, words] of seen.entries())
    await expect.element(endButton().nth(place)).toHaveAccessibleDescription(words);
});

test('a wrong current password is reported at its field, and nothing typed is lost [AUTH-13]', async () => {
  server.answer('changePassword', refuse('password_old_incorrect'));
  await openPortal('/account/edit');

  await changePassword('not the password');

  const old = page.getByLabelText(t('account.passwordOld'));
  await expect.element(old).toHaveAccessibleDescription(t('errors.password_old_incorrect'));
  await expect.element(old).toHaveFocus();
  await expect.element(old).toHaveValue('not the password');
});

test('a second click on “Sign out” ends no second session', async () => {
  const answer = held(null);
  server.answer('endSession', answer.answer);
  await openPortal('/account/edit');

  await userEvent.dblClick(endButton());
  server.answer('listSessions', () => ({ items: [here] }));
  answer.give();

  await expect.element(endButton()).not.toBeInTheDocument();
  expect(server.received('endSession')).toHaveLength(1);
});

test('a session that had already ended leaves the list, and the notice says that it is signed out', async () => {
  server.answer('endSession', refuse('TM0044'));
  await openPortal('/account/edit');
  await expect.element(endButton()).toBeVisible();
  server.answer('listSessions', () => ({ items: [here] }));

  await userEvent.click(endButton());

  await expect.element(endButton()).not.toBeInTheDocument();
  await expect.element(page.getByText(t('account.sessionEnded')).first()).toBeInTheDocument();
});

test('saves the name, and says whether it worked', async () => {
  server.answer('editProfile', () => null);
  await openPortal('/account/edit');

  await userEvent.fill(page.getByLabelText(t('account.firstName')), ' Maya ');
  await userEvent.click(page.getByRole('button', { name: t('common.save') }).first());

  await expect.element(page.getByText(t('common.saveSuccess')).first()).toBeInTheDocument();
  expect(server.received('editProfile')[0]?.body).toMatchObject({ first_name: 'Maya' });

  server.answer('editProfile', refuse('unavailable'));
  await userEvent.click(page.getByRole('button', { name: t('common.save') }).first());
  await expect.element(page.getByText(t('common.saveFailure')).first()).toBeInTheDocument();
});

test('the account shows its last use, the number of sign-ins, and the number of failed ones [AUTH-06]', async () => {
  const user = {
    last_correct_login_date: '2026-11-20T15:04:00Z',
    last_incorrect_login_date: '2026-11-19T16:05:00Z',
    last_logout_date: '2026-11-18T17:06:00Z',
    correct_login_count: 41,
    incorrect_login_count: 3,
  };
  signIn(user);
  const { screen } = await openPortal('/account/edit');

  const facts = screen.getByRole('region', { name: t('account.signInsHeading') });
  await expect.element(facts.getByText(t('account.lastCorrect'))).toBeVisible();
  const shown = [...facts.element().querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);
  expect(shown).toEqual([
    [t('account.lastCorrect'), '2026/11/20 10:04'],
    [t('account.lastIncorrect'), '2026/11/19 11:05'],
    [t('account.lastLogout'), '2026/11/18 12:06'],
    [t('account.correctCount'), '41'],
    [t('account.incorrectCount'), '3'],
  ]);
});

test.each(['user_not_active', 'TM0001'] as const)(
  'a change of password refused with %s shows its text, and keeps what was typed [AUTH-13]',
  async (code) => {
    server.answer('changePassword', refuse(code));
    await openPortal('/account/edit');

    await changePassword('the current password');

    await expect.element(page.getByText(t(`errors.${code}`)).first()).toBeVisible();
    await expect.element(page.getByLabelText(t('account.passwordOld'))).toHaveValue('the current password');
  },
);

test('says in which language mails come if another device has chosen one since, until this one is saved', async () => {
  localStorage.setItem('selectedLanguage', 'en_CA');
  signIn({ display_language: 'fr_CA' });
  server.answer('setLanguage', () => null);
  await openPortal('/account/edit');
  const choice = page.getByLabelText(t('account.languageHeading'));
  await expect.element(choice).toHaveAccessibleDescription(t('account.languageOther', { language: 'Français' }));

  await page
    .getByRole('button', { name: t('common.save') })
    .last()
    .click();

  await expect.element(choice).toHaveAccessibleDescription(t('account.languageHelp'));
  expect(server.received('setLanguage').map(({ body }) => body)).toEqual([{ display_language: 'en_CA' }]);
});

test('a language is a draft until it is saved, and is then stored once [I18N-05]', async () => {
  server.answer('setLanguage', () => null);
  await openPortal('/account/edit');
  const choice = page.getByLabelText(t('account.languageHeading'));

  await userEvent.selectOptions(choice, 'fr_CA');
  await expect.element(choice).toHaveValue('fr_CA');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  expect(server.received('setLanguage')).toHaveLength(0);
  await userEvent.dblClick(page.getByRole('button', { name: t('common.save') }).last());

  await expect.element(page.getByRole('heading', { level: 1, name: 'Votre compte' })).toBeVisible();
  const done = t('account.languageDone', { language: 'Français' });
  await expect.element(page.getByText(done).first()).toBeInTheDocument();
  expect(server.received('setLanguage').map(({ body }) => body)).toEqual([{ display_language: 'fr_CA' }]);
});

test('after a new password the focus stays in the emptied form', async () => {
  onTestFinished(keepFocus());
  server.answer('changePassword', () => null);
  await openPortal('/account/edit');

  await changePassword('ferries-run-on-sundays-too');

  await expect.element(page.getByLabelText(t('account.passwordOld'))).toHaveValue('');
  await expect.element(page.getByRole('region', { name: t('account.passwordHeading') })).toHaveFocus();
});

test('the deletion of the account is confirmed on its own page, where it covers no form [ACC-03]', async () => {
  server.answer('closeAccount', () => null);
  const { router } = await openPortal('/account/edit');
  await userEvent.click(page.getByRole('button', { name: t('account.closeHeading') }));
  const dialog = page.getByRole('dialog', { name: t('account.closeHeading') });
  await userEvent.selectOptions(dialog.getByLabelText(t('account.closeReason')), 'other');
  await userEvent.fill(dialog.getByLabelText(t('account.closePassword')), 'ferries-run-on-sundays-too');

  await userEvent.click(dialog.getByRole('button', { name: t('account.closeSubmit') }));

  await expect.element(page.getByRole('heading', { level: 1, name: t('account.closeDone') })).toHaveFocus();
  await expect.element(page.getByText(t('account.closeDoneText'))).toBeVisible();
  expect(page.getByRole('textbox').elements()).toHaveLength(0);
  expect(router.latestLocation.pathname).toBe('/logout');
});

test('on a host to which passkeys do not belong, no other browser is recommended, but the host that has them', async () => {
  setPortalConfig(buildPortalConfig({ passkeyHost: 'travel.example' }));

  await openPortal('/account/edit');

  await expect.element(page.getByText(t('account.passkeyElsewhere', { host: 'travel.example' }))).toBeVisible();
  await expect.element(page.getByText(t('account.passkeyUnsupported'))).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: t('account.passkeyAdd') })).not.toBeInTheDocument();
});

test('that there are no passkeys is a heading below that of the passkeys', async () => {
  await openPortal('/account/edit');

  await expect.element(page.getByRole('heading', { level: 3, name: t('account.passkeysHeading') })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 4, name: t('account.passkeysNone') })).toBeVisible();
});

test.each([
  ['leads to a form', [...ownPasswordPermissions], []],
  ['leads to a link by email where the form is withheld', [], ['/reset-password']],
])('the advice to choose a new password %s', async (_, ownPassword, links) => {
  signIn({ permissions: { account: [...passengerPermissions.account, ...ownPassword] } });

  await openPortal('/account/edit');

  await expect.element(page.getByText(t('account.signInsHelp'), { exact: false })).toBeVisible();
  const link = page.getByRole('link', { name: t('password.resetTitle') });
  expect(link.elements().map((element) => element.getAttribute('href'))).toEqual(links);
});
