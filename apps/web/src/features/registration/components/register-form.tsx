import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { maxCardName } from '@tapfolio/domain/shown-text.ts';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { handleError } from '../../../lib/errors.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { currentLocale, type LazyText, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import {
  agreed,
  amountIn,
  emailAddress,
  nameOfCard,
  newPassword,
  sameAs,
  statementReference,
} from '../../../passenger/field-readers.ts';
import { violatedRule } from '../../../passenger/violated-rule.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type FormState, type Refusal, useForm } from '../../../ui/use-form.ts';
import { register } from '../api/register.ts';
import { ConsentField } from './consent-field.tsx';

const checkBy = (config: PortalConfig) =>
  checkFields({
    email: emailAddress,
    password: newPassword(config.passwordRules),
    repeat: sameAs('password'),
    cardName: nameOfCard,
    srid: statementReference(config.statementReference),
    amount: amountIn(config.currency),
    consent: agreed,
  });

const at = (field: string, text: LazyText) => (): Refusal => ({ fields: { [field]: text } });

function refusalOf(error: unknown, rules: PasswordRules): Refusal {
  const special = {
    password_rules_violated: (refused: ApiError) => ({ fields: { password: violatedRule(refused, rules) } }),
    password_new_empty: at('password', (t) => t('errors.password_new_empty')),
    statement_reference_not_found: at('srid', (t) => t('errors.statement_reference_not_found')),
    xtat_number_not_unique: at('srid', (t) => t('errors.xtat_number_not_unique')),
    card_name_is_card_number: at('cardName', (t) => t('errors.card_name_is_card_number')),
    consent_outdated: at('consent', (t) => t('errors.consent_outdated')),
    too_many_requests: (): Refusal => ({ form: (t) => t('errors.too_many_requests') }),
  };
  return handleError<Refusal>(error, special, (t) => t('register.failed')) ?? {};
}

type Props = {
  passwordFields: (state: FormState) => ReactNode;
  statementFields: (state: FormState) => ReactNode;
  onSent: (email: string) => void;
};

/** Account and first card in one act (REG-01, REG-06). The parts of other features are handed in by the screen. */
export function RegisterForm({ passwordFields, statementFields, onSent }: Props) {
  const t = useT();
  const config = usePortalConfig();
  const state = useForm({
    check: checkBy(config),
    send: async ({ email, password, cardName, srid, amount }) => {
      const { consentVersion } = config;
      try {
        await register({
          email,
          password,
          cardName,
          srid,
          amountMinor: amount,
          consentVersion,
          language: currentLocale(),
        });
      } catch (error) {
        return refusalOf(error, config.passwordRules);
      }
      onSent(email);
      return undefined;
    },
  });
  return (
    <Form state={state}>
      <ErrorSummary wrong={state.wrong} />
      <Panel title={t('register.accountTitle')}>
        <TextField
          {...state.field('email')}
          label={t('common.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {passwordFields(state)}
      </Panel>
      <Panel title={t('register.cardTitle')}>
        <p>{t('register.cardIntro')}</p>
        {statementFields(state)}
        <TextField
          {...state.field('cardName')}
          label={t('register.cardName')}
          help={t('register.cardNameHelp')}
          maxLength={maxCardName}
          autoComplete="off"
          required
        />
      </Panel>
      <ConsentField {...state.field('consent')} />
      <Button type="submit" variant="primary" isWide isBusy={state.isPending}>
        {t('register.submit')}
      </Button>
    </Form>
  );
}
