import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, refuseUndeclared, server, traceId } from '../../../test/fake-server.ts';
import { fillRegistration } from '../../../test/fill-registration.ts';
import { buildPasswordTerms, buildPortalConfig, buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { setPortalConfig } from '../../lib/portal-config.ts';
import { keepLinkToken, takenToken } from '../../passenger/link-token.ts';

const password = 'the-ninth-bus-is-always-late';
const wait = { retryAfterSeconds: 900 };

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** The visible text of the page, wherever it is. */
// biome-ignore lint/performance/useDomNodeTextContent: a passenger reads what is laid out, not what is hidden
const shows = (text: string) => expect.poll(() => document.body.innerText).toContain(text);

/** Messages of the specification, each with the code that the server answers and a part of what the page then says. */
type Message = [code: ErrorCode, words: string, details?: Record<string, unknown>];

async function logIn(): Promise<void> {
  await openPortal('/login');
  await page.getByLabelText(t('common.email')).fill('anna@example.org');
  await page.getByLabelText(t('common.password'), { exact: true }).fill(password);
  await press(t('login.submit'));
}

describe('signing in [NOTE-05]', () => {
  test.each<Message>([
    ['login_failed', 'Invalid login details entered, please try again.'],
    ['login_failed', 'Login Failed'],
    ['TM0001', 'An unexpected error occurred during your login attempt.'],
    ['db_cannot_read', 'An unexpected error occurred during your login attempt.'],
    ['user_locked', 'too many unsuccessful login attempts, please try again in 15 minutes.', wait],
    ['user_not_active', 'This account is not active.'],
    ['user_expired', 'This account has expired.'],
  ])('answers %s with "%s"', async (code, words, details) => {
    server.answer('signIn', refuse(code, details));

    await logIn();

    await shows(words);
  });

  test('leads to a required new password first', async () => {
    server.answer('getPasswordRules', () => buildPasswordTerms());
    server.answer('signIn', refuse('password_change', { resetToken: 'x'.repeat(43) }));

    await logIn();

    await shows('You need to change your password first.');
  });
});

/** Wrong passwords lock only the sign-in; the specification has texts for these forms anyway. */
const refuseHere: typeof refuse = (code, details) =>
  (code === 'user_locked' ? refuseUndeclared : refuse)(code, details);

describe('asking for a new password [NOTE-05]', () => {
  async function ask(): Promise<void> {
    await openPortal('/reset-password');
    await page.getByLabelText(t('common.email')).fill('anna@example.org');
    await press(t('password.resetSubmit'));
  }

  test.each<Message>([
    ['no_valid_username', 'This is not an email address.'],
    ['TM0001', 'An unexpected error occurred.'],
  ])('answers %s with "%s" [AUTH-14]', async (code, words, details) => {
    server.answer('requestPasswordReset', refuse(code, details));

    await ask();

    await shows(words);
  });

  // The server does not say whether an account exists; the specification has texts for it anyway.
  test.each<Message>([
    ['user_not_active', 'This account is not active.'],
    ['user_locked', 'Account has been locked due to too many unsuccessful', wait],
    ['user_expired', 'This account has expired.'],
  ])('would answer %s with "%s" [AUTH-14]', async (code, words, details) => {
    server.answer('requestPasswordReset', refuseUndeclared(code, details));

    await ask();

    await shows(words);
  });

  test('says that a link was sent [AUTH-10]', async () => {
    server.answer('requestPasswordReset', () => null);

    await ask();

    await shows('If there is an account for anna@example.org, a link is on its way.');
  });

  test('leads a passenger of the identity provider to the provider, before and after asking', async () => {
    const providerLinks = { password: 'https://id.example/password', profile: 'https://id.example/profile' };
    setPortalConfig(buildPortalConfig({ singleSignOn: true, providerLinks }));
    server.answer('requestPasswordReset', () => null);
    const link = page.getByRole('link', { name: new RegExp(`^${t('password.providerLink')}`) });

    await openPortal('/reset-password');
    await expect.element(link).toHaveAttribute('href', providerLinks.password);
    await page.getByLabelText(t('common.email')).fill('anna@example.org');
    await press(t('password.resetSubmit'));

    await shows(t('password.sentTitle'));
    await expect.element(link).toHaveAttribute('href', providerLinks.password);
  });
});

describe('choosing a new password [NOTE-05]', () => {
  test.each<Message>([
    ['TM0056', 'This link is no longer valid: it was used'],
    ['password_new_empty', 'Enter a new password.'],
    ['user_not_active', 'This account is not active.'],
    ['user_locked', 'Account has been locked due to too many unsuccessful', wait],
    ['user_expired', 'This account has expired.'],
    ['password_at_provider', 'Your password is kept by your sign-in provider.'],
    ['TM0001', 'An unexpected error occurred.'],
    ['password_rules_violated', 'The new password does not follow every rule.', { password_errors: [] }],
  ])('answers %s with "%s" [AUTH-13]', async (code, words, details) => {
    server.answer('getPasswordRules', () => buildPasswordTerms());
    server.answer('confirmPasswordReset', refuseHere(code, details));
    keepLinkToken('change-password', 'y'.repeat(43));
    await openPortal(`/change-password/${takenToken}`);

    await page.getByLabelText(t('password.new'), { exact: true }).fill(password);
    await page.getByLabelText(t('password.repeat')).fill(password);
    await press(t('password.submit'));

    await shows(words);
  });
});

describe('creating an account [NOTE-05]', () => {
  async function register(): Promise<void> {
    await fillRegistration();
    await page.getByRole('checkbox', { name: t('register.consent') }).click();
    await press(t('register.submit'));
  }

  test.each<Message>([
    ['TM0001', 'Your account could not be created. Please try again shortly.'],
    ['NWA0003', 'We found no payment with this statement reference and amount.'],
    ['xtat_number_not_unique', 'This card is already assigned to another account.'],
    ['NWA0014', 'This language is not offered here.'],
  ])('answers %s with "%s"', async (code, words, details) => {
    server.answer('register', refuse(code, details));

    await register();

    await shows(words);
  });

  test('says what comes next after the request [REG-04]', async () => {
    server.answer('register', () => null);

    await register();

    await shows('We sent a message to anna@example.org.');
  });
});

describe('in the signed-in area [NOTE-05]', () => {
  beforeEach(() => {
    signIn({ first_name: 'Maya', last_name: 'Tremblay' });
    server.answer('listSessions', () => ({ items: [buildSession()] }));
    server.answer('getSecondFactors', () => buildSecondFactors());
  });

  test.each<Message>([
    ['user_card_name_not_unique', 'You already have a card with this name.'],
    ['xtat_number_not_unique', 'This card is already assigned to another account.'],
    ['TM0001', 'The card could not be added.'],
    ['db_cannot_insert', 'This could not be saved because of an error on our side.'],
    [
      '0102',
      'Please check the card name: this value is not valid.',
      { fields: { name: 'too_big' }, codes: { name: 'TM0111' } },
    ],
    ['0102', 'Something entered is not valid.'],
  ])('adding a card answers %s with "%s"', async (code, words, details) => {
    server.answer('linkCard', refuse(code, details));
    await openPortal('/card/add');

    await page.getByLabelText(t('common.statementReference')).fill('ABCD1234EFGH56');
    await page.getByRole('textbox', { name: /amount/i }).fill('7.40');
    await page.getByLabelText(t('cards.nameLabel')).fill('Blue');
    await press(t('cards.addSubmit'));

    await shows(words);
  });

  test.each<Message>([
    ['password_old_incorrect', 'The current password is not correct.'],
    ['password_old_empty', 'Enter your current password.'],
    ['user_locked', 'Account has been locked due to too many unsuccessful', wait],
    ['user_expired', 'This account has expired.'],
  ])('a change of password answers %s with "%s" [AUTH-13]', async (code, words, details) => {
    server.answer('changePassword', refuseHere(code, details));
    await openPortal('/account/edit');

    await page.getByLabelText(t('account.passwordOld'), { exact: true }).fill('not the old one');
    await page.getByLabelText(t('password.new'), { exact: true }).fill(password);
    await page.getByLabelText(t('password.repeat'), { exact: true }).fill(password);
    await press(t('password.submit'));

    await shows(words);
  });

  test('a failed deletion of the account is reported with the trace id', async () => {
    server.answer('closeAccount', refuse('TM0001'));
    await openPortal('/account/edit');

    await press(t('account.closeHeading'));
    const dialog = page.getByRole('dialog', { name: t('account.closeHeading') });
    await dialog.getByRole('combobox').selectOptions('privacy');
    await dialog.getByLabelText(t('account.closePassword'), { exact: true }).fill(password);
    await dialog.getByRole('button', { name: t('account.closeSubmit') }).click();

    await shows('The account could not be deleted.');
    await shows(t('common.traceId', { id: traceId }));
  });
});
