import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { checkFields } from '../../../lib/form-check.ts';
import { currentLocale, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import {
  agreed,
  amountIn,
  emailAddress,
  nameOfCard,
  newPassword,
  sameAs,
  statementReference,
} from '../../../passenger/field-readers.ts';
import { wordsOfViolations } from '../../../passenger/password-violations.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type FormState, useForm } from '../../../ui/use-form.ts';
import { register } from '../api/register.ts';
import { ConsentField } from './consent-field.tsx';

/** In the order of the fields: the error summary follows this order. */
const checkBy = (config: PortalConfig) =>
  checkFields({
    email: emailAddress,
    password: newPassword(config.passwordRules),
    repeat: sameAs('password'),
    srid: statementReference(config),
    amount: amountIn(config),
    cardName: nameOfCard,
    consent: agreed,
  });

const refusalBy =
  (rules: PasswordRules) =>
  (error: unknown): Refusal =>
    refusalFrom(error, {
      fields: {
        password: ['password_rules_violated', 'password_new_empty'],
        srid: ['NWA0003', 'xtat_number_not_unique'],
        cardName: ['card_name_is_card_number'],
        consent: ['consent_outdated'],
      },
      form: ['too_many_requests'],
      words: { password_rules_violated: wordsOfViolations(error, rules) },
      title: (t) => t('register.failed'),
    });

type Props = {
  passwordFields: (form: FormState) => ReactNode;
  statementFields: (form: FormState) => ReactNode;
  onSent: (email: string) => void;
};

/** Creates the account and links the first card in one step (REG-01, REG-06). The screen passes the parts of other features. */
export function RegisterForm({ passwordFields, statementFields, onSent }: Props) {
  const t = useT();
  const config = usePortalConfig();
  const emailBox = useRef<HTMLInputElement>(null);
  const [timesSent, setTimesSent] = useState(0);
  const isSent = useRef(false);
  // The form is shown again to correct the address.
  useEffect(() => {
    if (isSent.current) emailBox.current?.focus();
  }, []);
  const form = useForm({
    check: checkBy(config),
    send: async ({ email, password, cardName, srid, amount }) => {
      const card = { cardName, srid, amountMinor: amount };
      await register({ email, password, ...card, language: currentLocale() });
      isSent.current = true;
      setTimesSent((times) => times + 1);
      onSent(email);
    },
    refusal: refusalBy(config.passwordRules),
  });
  return (
    <Form state={form}>
      <ErrorSummary wrong={form.wrong} />
      <Panel title={t('register.accountTitle')}>
        <TextField
          {...form.field('email')}
          ref={emailBox}
          label={t('common.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {/* The page keeps no password that has been sent: its fields start empty again. */}
        <Fragment key={timesSent}>{passwordFields(form)}</Fragment>
      </Panel>
      <Panel title={t('register.cardTitle')}>
        <p>{t('register.cardIntro')}</p>
        {statementFields(form)}
        <TextField
          {...form.field('cardName')}
          label={t('register.cardName')}
          help={t('register.cardNameHelp')}
          autoComplete="off"
          enterKeyHint="done"
          required
        />
      </Panel>
      {/* A tick is for the terms it was given to. */}
      <ConsentField key={config.consentVersion} {...form.field('consent')} />
      <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
        {t('register.submit')}
      </Button>
    </Form>
  );
}
