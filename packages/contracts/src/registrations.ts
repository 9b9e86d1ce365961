import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { systemCodes } from './errors/system-codes.ts';
import {
  cardName,
  consentVersion,
  emailAddress,
  language,
  noContent,
  nonEmptyPassword,
  statementProof,
} from './shared.ts';

/** What the form to create an account sends. The password is sent as typed; page and server both check its rules. */
export const registrationBody = z.object({
  email: emailAddress,
  password: nonEmptyPassword,
  cardName,
  ...statementProof,
  consentVersion,
  /** The language of the mail, and of the account. */
  language,
});
export type RegistrationBody = z.infer<typeof registrationBody>;

/** The error codes of these calls. */
export const codes = {
  confirmation_password_incorrect: {
    status: 422,
    means: 'The password is not the one that was chosen at registration.',
  },
} as const satisfies CatalogueEntries;

export const register = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/registrations',
  who: 'anyone',
  idempotency: 'none',
  lane: 'passwords',
  tag: 'registration',
  summary:
    'Request an account; the answer is the same for known and unknown addresses, and a mail brings the next step',
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
    'Confirm the address with the token from the mail and the chosen password; makes the account and links its first card in one step',
  body: z.object({
    /** The token of the link in the mail. */
    token: z.string().check(z.minLength(20), z.maxLength(100)),
    /** Required, because the owner of the mailbox may not be the person who registered. */
    password: nonEmptyPassword,
  }),
  refuses: [systemCodes.confirmationToken.unknown, 'confirmation_password_incorrect', 'xtat_number_not_unique'],
  answers: {
    200: z.object({
      /** The address with which the passenger signs in from now on. */
      email: z.string(),
    }),
  },
});
