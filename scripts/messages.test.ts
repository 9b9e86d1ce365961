import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '../packages/domain/src/locale.ts';
import { readCatalogues } from '../packages/locales/scripts/catalogue.ts';
import { root } from './lib/run-tool.ts';

const routes = 'apps/web/src/app/routes';
const forms = `${routes}/messages.browser.test.tsx`;
const debts = 'apps/web/src/features/debts/components/pay-debt.browser.test.tsx';
const favourites = `${routes}/card-favourites.browser.test.tsx`;

/** Every message of the specification, section 8: its text, and the test in a browser that brings it about and looks for it. */
const messages: readonly (readonly [message: string, key: string, test: string])[] = [
  ['login: wrong credentials', 'errors.login_failed', forms],
  ['login: title', 'login.failedTitle', forms],
  ['login: unexpected error', 'login.unexpected', forms],
  ['login: locked', 'errors.user_locked', forms],
  ['login: change the password first', 'errors.password_change', forms],
  ['session: expired', 'nav.sessionExpired', 'e2e/lost-session.e2e.ts'],
  ['session: log in again', 'nav.sessionLoginAgain', 'e2e/lost-session.e2e.ts'],
  ['session: idle warning', 'nav.idleWarningTitle', 'e2e/idle-time.e2e.ts'],
  ['session: idle exceeded', 'nav.idleExceededTitle', 'e2e/idle-time.e2e.ts'],
  ['account creation: success', 'register.sentTitle', `${routes}/register.browser.test.tsx`],
  ['account creation: failure', 'register.failed', forms],
  ['password reset: no valid username', 'errors.no_valid_username', forms],
  ['password reset: not active', 'errors.user_not_active', forms],
  ['password reset: locked', 'errors.user_locked', forms],
  ['password reset: account expired', 'errors.user_expired', forms],
  ['password reset: generic', 'errors.TM0001', forms],
  ['password reset: a link was sent', 'password.sentText', forms],
  ['password change: not active', 'errors.user_not_active', forms],
  ['password change: locked', 'errors.user_locked', forms],
  ['password change: expired', 'errors.user_expired', forms],
  ['password change: generic', 'errors.TM0001', forms],
  ['password change: invalid reset token', 'errors.TM0056', forms],
  ['password change: empty new password', 'errors.password_new_empty', forms],
  ['password change: empty old password', 'errors.password_old_empty', forms],
  ['password change: incorrect old password', 'errors.password_old_incorrect', forms],
  ['password change: rules violated', 'errors.password_rules_violated', forms],
  ['password change: success', 'password.changedTitle', `${routes}/change-password.browser.test.tsx`],
  ['card add: name not unique', 'errors.user_card_name_not_unique', forms],
  ['card add: card of another account', 'errors.xtat_number_not_unique', forms],
  ['card add: generic failure', 'cards.addFailed', forms],
  ['unlink: success', 'cards.unlinkDone', `${routes}/card-unlinking.browser.test.tsx`],
  ['unlink: failure', 'cards.unlinkFailed', `${routes}/card-unlinking.browser.test.tsx`],
  ['debt collection: success', 'debts.started', debts],
  ['debt collection: failure', 'debts.startFailed', debts],
  ['favourite add: success', 'favourites.addDone', `${routes}/choosing-favourites.browser.test.tsx`],
  ['favourite add: failure', 'favourites.addFailed', `${routes}/choosing-favourites.browser.test.tsx`],
  ['favourite rename: success', 'favourites.renameDone', favourites],
  ['favourite rename: failure', 'favourites.renameFailed', favourites],
  ['favourite delete: confirmation', 'favourites.removeTitle', favourites],
  ['favourite delete: removed', 'favourites.removeDone', favourites],
  ['favourite delete: failure', 'favourites.removeFailed', favourites],
  ['save: success', 'common.saveSuccess', `${routes}/account-forms.browser.test.tsx`],
  ['save: failure', 'common.saveFailure', `${routes}/account-forms.browser.test.tsx`],
  ['retrieve: failure', 'common.loadFailure', `${routes}/card.browser.test.tsx`],
  ['bad request', 'errors.0102', forms],
  ['account anonymisation: success', 'account.closeDone', `${routes}/account-forms.browser.test.tsx`],
  ['account anonymisation: failure', 'account.closeFailed', forms],
  ['receipt: download failure', 'errors.NWA0011', `${routes}/payment-receipt.browser.test.tsx`],
  ['receipt: not available', 'errors.NWA0013', `${routes}/payment-receipt.browser.test.tsx`],
  ['trace id', 'common.traceId', `${routes}/card.browser.test.tsx`],
];

const catalogues = await readCatalogues();
const textOf = (locale: (typeof locales)[number], key: string): string | undefined =>
  Object.assign({}, ...Object.values(catalogues[locale]))[key];

/** The first sentence, or as much of it as stands before a placeholder; escaped as in a regular expression as well. */
function beginning(text: string): readonly string[] {
  const start = text.split('{')[0]?.split('. ')[0]?.slice(0, 40) ?? '';
  return [start, start.replaceAll('/', '\\/')];
}

test.each(messages)(
  'is written in every language, and a test in a browser looks for it: %s [NOTE-05]',
  (_, key, name) => {
    const source = readFileSync(path.join(root, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const english = textOf('en_CA', key) ?? '';

    expect(locales.filter((locale) => (textOf(locale, key) ?? '').trim() === '')).toEqual([]);
    expect([`t('${key}'`, ...beginning(english)].some((words) => words.length > 5 && source.includes(words))).toBe(
      true,
    );
  },
);
