import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { openPortal, t } from '../../../test/render.tsx';
import { keepLinkToken, takenToken } from '../../lib/link-token.ts';

const password = 'the-ninth-bus-is-always-late';
const phone = '0198c0de-0000-7000-8000-000000000001';
const unknown = '0198c0de-0000-7000-8000-000000000002';

function preparePasskeys(): void {
  const passkeys = [
    { id: phone, name: 'My phone', createdAt: '2026-10-01T12:00:00Z', lastUsedAt: '2026-11-20T08:00:00Z' },
    { id: unknown, name: 'Security key', createdAt: '2026-11-19T23:00:00Z', lastUsedAt: null },
  ];
  const rules = {
    passwd_rule_digits_count: 0,
    passwd_rule_length: 15,
    passwd_rule_big_letters_count: 0,
    passwd_rule_small_letters_count: 0,
    passwd_rule_special_chars_count: 0,
    passwd_rule_max_repeat: 0,
  };
  server.answer('getPasswordRules', () => ({ ...rules, passkeys }));
  server.answer('confirmPasswordReset', () => ({ email: 'maya@example.org' }));
}

async function openLink(): Promise<void> {
  keepLinkToken('change-password', 'x'.repeat(43));
  await openPortal(`/change-password/${takenToken}`);
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

test('whoever has chosen a new password is signed in with it, as with any password', async () => {
  preparePasskeys();
  server.answer('signIn', refuse('second_factor_required', { ticket: 'y'.repeat(43) }));
  await openLink();

  await choosePassword();

  await expect.element(page.getByLabelText(t('login.codeLabel'))).toBeVisible();
  const [sent] = server.received('signIn');
  expect(sent?.body).toEqual({ email: 'maya@example.org', password });
});
