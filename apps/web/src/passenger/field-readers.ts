import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { looksLikeEmail } from '@tapfolio/domain/email-address.ts';
import { namesCurrency, parseAmount, parseAmountAsPrinted } from '@tapfolio/domain/money.ts';
import { type PasswordRules, violatedRules } from '@tapfolio/domain/password-rules.ts';
import { isCardName } from '@tapfolio/domain/shown-text.ts';
import {
  parseStatementLine,
  type StatementLine,
  type StatementReferenceRules,
} from '@tapfolio/domain/statement-reference.ts';
import type { Reader } from '../lib/form-check.ts';
import type { LazyText } from '../lib/i18n.ts';

export const emailAddress: Reader<string> = (text) => {
  const email = text.trim();
  return looksLikeEmail(email) ? { value: email } : { wrong: (t) => t('validation.email') };
};

/**
 * The current password of the account. It is trimmed as the new one was (AUTH-12): a browser that saved the password together with a blank
 * enters that blank again, and no password begins or ends with one.
 */
export const currentPassword: Reader<string> = (text) => {
  const password = text.trim();
  return password === '' ? { wrong: (t) => t('errors.password_old_empty') } : { value: password };
};

export const nameOfCard: Reader<string> = (text) => {
  const name = text.trim();
  return isCardName(name) ? { value: name } : { wrong: (t) => t('validation.card_name') };
};

/**
 * An amount in one of the operators' currencies, as minor units: an amount that can be read in several is the same number in each. If it names some
 * of them, it is in one of those: `1 250,00 JPY` has two decimals only because a bank prints them.
 */
export const amountIn =
  ({ currency, currencies = [currency] }: Pick<PortalConfig, 'currency' | 'currencies'>): Reader<number> =>
  (text) => {
    const named = currencies.filter((one) => namesCurrency(text, one));
    const possible = named.length > 0 ? named : currencies;
    const read = (parse: typeof parseAmount) =>
      possible.map((one) => parse(text, one)).find((minor) => minor !== undefined);
    const amountMinor = read(parseAmount) ?? read(parseAmountAsPrinted);
    return amountMinor ? { value: amountMinor } : { wrong: (t) => t('validation.amount') };
  };

type LineConfig = Pick<PortalConfig, 'statementReference' | 'currency' | 'currencies'>;

/** Reads a statement line, with the amounts of all operators' currencies. */
export function readLine(
  text: string,
  { statementReference: rules, currency, currencies = [currency] }: LineConfig,
): StatementLine {
  return parseStatementLine(text, rules, currencies);
}

/** The reference in a typed reference or a whole statement line. */
export const statementReference =
  (config: LineConfig): Reader<string> =>
  (text) => {
    if (text.trim() === '') return { wrong: (t) => t('validation.srid_empty') };
    const line = readLine(text, config);
    if (line.srid !== undefined) return { value: line.srid };
    const { problem = 'none', count, foreign: character = '' } = line;
    return {
      wrong: (t) =>
        t(`validation.srid_${problem}`, { count, needed: neededOf(config.statementReference)(t), character }),
    };
  };

/** The allowed lengths of a reference, in words: "13 or 14". */
export const neededOf =
  ({ lengths }: Pick<StatementReferenceRules, 'lengths'>): LazyText =>
  (t) => {
    const short = Math.min(...lengths);
    const long = Math.max(...lengths);
    return short === long ? String(short) : t('receipts.lineNeeded', { short, long });
  };

/** A new password is trimmed before it is sent (AUTH-12) and must meet every rule that the browser can check. */
export const newPassword =
  (rules: PasswordRules): Reader<string> =>
  (text) => {
    const password = text.trim();
    if (password === '') return { wrong: (t) => t('errors.password_new_empty') };
    const isFine = violatedRules(password, rules).length === 0;
    return isFine ? { value: password } : { wrong: (t) => t('errors.password_rules_violated') };
  };

/** The repetition of another field. */
export const sameAs =
  (name: string): Reader<string> =>
  (text, typed) =>
    text.trim() === (typed[name] ?? '').trim() ? { value: text } : { wrong: (t) => t('validation.password_mismatch') };

/** A box that must be ticked. */
export const agreed: Reader<true> = (text) =>
  text === 'on' ? { value: true } : { wrong: (t) => t('validation.consent') };
