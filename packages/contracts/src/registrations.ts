import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { systemCodes } from './errors/system-codes.ts';
import { cardName, emailAddress, language, noContent, typedAmountMinor, typedStatementReference } from './shared.ts';

/** What the create-account form sends. The password travels as typed; its rules are checked on both sides. */
export const registrationBody = z.object({
  email: emailAddress,
  password: z.string().check(z.minLength(1), z.maxLength(512)),
  cardName,
  srid: typedStatementReference,
  amountMinor: typedAmountMinor,
  consentVersion: z.string().check(z.minLength(1), z.maxLength(40)),
  language,
});
export type RegistrationBody = z.infer<typeof registrationBody>;

export const register = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/registrations',
  who: 'anyone',
  idempotency: 'none',
  lane: 'passwords',
  tag: 'registration',
  summary: 'Ask for an account; the answer is the same whether or not the address is known, the rest goes by mail',
  body: registrationBody,
  refuses: [
    'NWA0003',
    'NWA0014',
    'consent_outdated',
    'card_name_is_card_number',
    'password_rules_violated',
    'xtat_number_not_unique',
  ],
  answers: { 202: noContent },
});

export const confirmRegistration = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/registrations/confirm',
  who: 'anyone',
  idempotency: 'natural',
  lane: 'passwords',
  tag: 'registration',
  summary:
    'Confirm the address with the token of the mail and the password that was chosen; makes the account and links its first card in one act',
  body: z.object({
    token: z.string().check(z.minLength(20), z.maxLength(100)),
    /** The owner of the mailbox may have been sent the request of a stranger, whose password they do not know. */
    password: z.string().check(z.minLength(1), z.maxLength(512)),
  }),
  refuses: [systemCodes.confirmationToken.unknown, 'confirmation_password_incorrect', 'xtat_number_not_unique'],
  answers: { 200: z.object({ email: z.string() }) },
});
