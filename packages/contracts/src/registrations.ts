import * as z from 'zod/mini';
import {
  cardName,
  emailAddress,
  language,
  noContent,
  refusals,
  typedAmountMinor,
  typedStatementReference,
} from './shared.ts';

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

export const register = {
  operationId: 'register',
  tags: ['registration'],
  summary: 'Ask for an account; the answer is the same whether or not the address is known, the rest goes by mail',
  body: registrationBody,
  response: { 202: noContent, ...refusals },
};

export const confirmRegistration = {
  operationId: 'confirmRegistration',
  tags: ['registration'],
  summary:
    'Confirm the address with the token of the mail and the password that was chosen; makes the account and links its first card in one act',
  body: z.object({
    token: z.string().check(z.minLength(20), z.maxLength(100)),
    /** Whoever only has the mailbox may have been sent the request of somebody else. */
    password: z.string().check(z.minLength(1), z.maxLength(512)),
  }),
  response: { 200: z.object({ email: z.string() }), ...refusals },
};
