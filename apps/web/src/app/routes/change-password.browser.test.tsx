import { pathOf } from '@tapfolio/locales/paths.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { buildPasswordTerms, buildPortalConfig, buildUserSettings } from '../../../test/fixtures.ts';
import { openPortal, t } from '../../../test/render.tsx';
import { buildCardList } from '../../../test/travel-fixtures.ts';
import { keepLinkToken, takenToken } from '../../passenger/link-token.ts';

const password = 'the-ninth-bus-is-always-late';
const phone = '0198c0de-0000-7000-8000-000000000001';
const unknown = '0198c0de-0000-7000-8000-000000000002';

function preparePasskeys(): void {
  const passkeys = [
    { id: phone, name: 'My phone', createdAt: '2026-10-01T12:00:00Z', lastUsedAt: '2026-11-20T08:00:00Z' },
    { id: unknown, name: 'Security key', createdAt: '2026-11-19T23:00:00Z', lastUsedAt: null },
  ];
  server.answer('getPasswordRules', () => buildPasswordTerms({ passkeys }));
  server.answer('confirmPasswordReset', () => ({ email: 'maya@example.org' }));
}

async function openLink() {
  keepLinkToken('change-password', 'x'.repeat(43));
  return await openPortal(`/change-password/${takenToken}`);
}

/** Opens the screen as sign-in does if the password must be changed. */
async function openRequiredChange(): Promise<void> {
  const { router } = await openPortal('/login');
  await router.navigate({
    to: pathOf('change-password'),
    params: { token: takenToken },
    state: { isForSignIn: true },
  });
}

async function expectSignInAgain(): Promise<void> {
  await expect.element(page.getByText(t('nav.sessionLoginAgain'))).toBeVisible();
  expect(page.getByText(/link/i).elements()).toHaveLength(0);
  const signIn = page.getByRole('main').getByRole('link', { name: t('login.submit') });
  await expect.element(signIn).toHaveAttribute('href', '/login');
}

async function choosePassword(): Promise<void> {
  await userEvent.fill(page.getByLabelText(t('password.new'), { exact: true }), password);
  await userEvent.fill(page.getByLabelText(t('password.repeat')), password);
  await userEvent.click(page.getByRole('button', { name: t('password.submit') }));
}

test('a reset asks which passkeys are the owner’s, and keeps only those', async () => {
  preparePasskeys();
  server.answer('signIn', refuse('unavailable'));
  await openLink();

  const group = page.getByRole('group', { name: t('password.passkeysTitle') });
  await expect.element(group.getByRole('checkbox', { name: 'Security key' })).not.toBeChecked();
  await userEvent.click(group.getByRole('checkbox', { name: 'My phone' }));
  await choosePassword();

  await expect.element(page.getByRole('heading', { name: t('password.changedTitle') })).toBeVisible();
  const [sent] = server.received('confirmPasswordReset');
  expect(sent?.body).toEqual({ reset_token: 'x'.repeat(43), new_password: password, keep_passkeys: [phone] });
});

test('the form tells password managers whose password it sets', async () => {
  server.answer('getPasswordRules', () => buildPasswordTerms({ email: 'maya@example.org' }));
  await openLink();
  const field = page.getByLabelText(t('password.new'), { exact: true });
  await expect.element(field).toBeVisible();

  const name = field.element().closest('form')?.querySelector<HTMLInputElement>('[autocomplete=username]');

  expect(name?.value).toBe('maya@example.org');
});

test('a new password is sent only when both entries are the same, and without the blanks around it [AUTH-12]', async () => {
  server.answer('getPasswordRules', () => buildPasswordTerms());
  server.answer('confirmPasswordReset', refuse('TM0056'));
  await openLink();
  const repeat = page.getByLabelText(t('password.repeat'));
  const send = () => page.getByRole('button', { name: t('password.submit') }).click();

  await page.getByLabelText(t('password.new'), { exact: true }).fill(` ${password} `);
  await repeat.fill(`${password}s`);
  await send();
  await expect.element(repeat).toHaveAccessibleDescription(t('validation.password_mismatch'));
  expect(server.received('confirmPasswordReset')).toEqual([]);
  await repeat.fill(password);
  await send();

  await expect.poll(() => server.received('confirmPasswordReset')).toHaveLength(1);
  expect(server.received('confirmPasswordReset')[0]?.body).toMatchObject({ new_password: password });
});

test('a passenger who took too long over a required new password signs in again, and is told of no link', async () => {
  server.answer('getPasswordRules', () => buildPasswordTerms());
  server.answer('confirmPasswordReset', refuse('TM0056'));
  keepLinkToken('change-password', 'x'.repeat(43));
  await openRequiredChange();

  await choosePassword();

  await expectSignInAgain();
});

test('a reload during a required new password asks to sign in again, and speaks of no mail', async () => {
  await openRequiredChange();

  await expectSignInAgain();
  expect(page.getByText(/mail/i).elements()).toHaveLength(0);
});

test('a new password signs the passenger in, like any password', async () => {
  preparePasskeys();
  server.answer('signIn', refuse('second_factor_required', { ticket: 'y'.repeat(43) }));
  await openLink();

  await choosePassword();

  await expect.element(page.getByLabelText(t('login.codeLabel'))).toBeVisible();
  const [sent] = server.received('signIn');
  expect(sent?.body).toEqual({ email: 'maya@example.org', password });
});

test('a passenger who went to the sign-in screen meanwhile leaves it after the sign-in', async () => {
  preparePasskeys();
  const late = held({ user: buildUserSettings(), portal_config: buildPortalConfig() });
  server.answer('signIn', late.answer);
  const { router } = await openLink();
  await choosePassword();
  await expect.poll(() => server.received('signIn')).toHaveLength(1);
  await router.navigate({ to: pathOf('login') });
  await expect.element(page.getByLabelText(t('common.email'))).toBeVisible();
  server.answer('listCards', () => buildCardList([]));
  server.answer('getSpend', () => ({ currencies: [] }));

  late.give();

  await expect.element(page.getByRole('heading', { name: t('cards.noneTitle') })).toBeVisible();
});

test('the rules of the link are shown, and each is ticked while typing when it is met [AUTH-09]', async () => {
  server.answer('getPasswordRules', () => ({
    email: 'maya@example.org',
    passwd_rule_length: 16,
    passwd_rule_digits_count: 2,
    passwd_rule_big_letters_count: 3,
    passwd_rule_small_letters_count: 4,
    passwd_rule_special_chars_count: 5,
    passwd_rule_max_repeat: 6,
    passkeys: [],
  }));
  await openLink();
  const field = page.getByLabelText(t('password.new'), { exact: true });
  const rules = [
    'At least 16 characters',
    'At least 2 digits',
    'At least 3 capital letters',
    'At least 4 small letters',
    'At least 5 special characters',
    'No spaces',
    'Not one of your last 6 passwords',
  ];
  const list = page.getByRole('main').getByRole('listitem');
  const said = (): string[] => list.elements().map(({ textContent }) => textContent);
  const later = t('password.ruleLater');
  await expect.element(field).toBeVisible();

  for (const [typed, met] of [
    ['12', [1, 5]],
    ['12ABC', [1, 2, 5]],
    ['12ABCdefg', [1, 2, 3, 5]],
    ['12ABCdefg-+*/!', [1, 2, 3, 4, 5]],
    ['12ABCdefg-+*/!x y', [0, 1, 2, 3, 4]],
    ['12ABCdefg-+*/!xy', [0, 1, 2, 3, 4, 5]],
  ] as const) {
    await userEvent.fill(field, typed);
    const expected = rules.map((rule, place) => {
      if (place === 6) return `${rule} (${later})`;
      return `${rule} (${t(met.some((one) => one === place) ? 'password.ruleMet' : 'password.ruleOpen')})`;
    });
    await expect.poll(said, { message: typed }).toEqual(expected);
  }
});

test('a rule whose number is 0 is no rule, and is not shown [AUTH-07]', async () => {
  server.answer('getPasswordRules', () => buildPasswordTerms({ passwd_rule_length: 0 }));
  await openLink();

  const list = page.getByRole('main').getByRole('listitem');
  await expect.element(list).toHaveTextContent(`No spaces (${t('password.ruleLater')})`);
  await userEvent.fill(page.getByLabelText(t('password.new'), { exact: true }), '-');
  await expect.element(list).toHaveTextContent(`No spaces (${t('password.ruleMet')})`);
});

test('every rule that the server found broken is named at the field, each on its own line [AUTH-08]', async () => {
  server.answer('getPasswordRules', () => buildPasswordTerms({ passwd_rule_max_repeat: 5 }));
  const password_errors = ['password_too_common', 'password_max_repeat', 'password_context_words'];
  server.answer('confirmPasswordReset', refuse('password_rules_violated', { password_errors }));
  await openLink();

  await choosePassword();

  const field = page.getByLabelText(t('password.new'), { exact: true });
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  const words = [
    t('validation.password_max_repeat', { count: 5 }),
    t('validation.password_too_common'),
    t('validation.password_context_words'),
  ];
  for (const text of words) await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(text));
  const error = page.getByText(t('validation.password_too_common'), { exact: false }).element();
  // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
  expect(error instanceof HTMLElement && error.innerText.split('\n')).toEqual(words);
});

test('rules that could not be loaded are requested again, once even for several presses', async () => {
  server.answer('getPasswordRules', refuse('unavailable'));
  await openLink();
  const retry = page.getByRole('button', { name: t('common.retry') });
  await expect.element(retry).toBeVisible();
  const answer = held(buildPasswordTerms({}));
  server.answer('getPasswordRules', answer.answer);

  await retry.click();
  await userEvent.keyboard('{Enter}');

  await expect.element(retry).toHaveAttribute('aria-disabled', 'true');
  expect(server.received('getPasswordRules')).toHaveLength(2);
  answer.give();
  await expect.element(page.getByLabelText(t('password.new'), { exact: true })).toBeVisible();
});
