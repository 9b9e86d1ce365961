import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { noContent, typedPassword } from './shared.ts';

export const closeAccount = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/anonymize',
  who: 'passenger',
  permission: ['account-edit.close'],
  idempotency: 'natural',
  lane: 'passwords',
  tag: 'account',
  summary:
    'Close the passenger’s own account for good: personal data is deleted, travel data stays without a link to a person',
  body: z.object({
    /** `not_needed`, `other_account`, `privacy`, `hard_to_use` or `other`. Any other text counts as `other` and is not stored. */
    reason: z.string().check(z.minLength(1), z.maxLength(1000)),
    /** Required, except for passengers of an identity provider: their sign-in must be only minutes old instead. */
    password: z.optional(typedPassword),
  }),
  refuses: [
    'password_old_empty',
    'password_old_incorrect',
    'user_expired',
    'user_not_active',
    'reauthentication_required',
  ],
  answers: { 204: noContent },
});

const json = { description: 'All data, as a JSON file', content: { 'application/json': { schema: z.any() } } };

export const exportData = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/export',
  who: 'passenger',
  permission: ['account-edit.export'],
  tag: 'account',
  summary: 'All data that the portal has about the passenger and the travel of their cards',
  refuses: ['cross_site_request'],
  answers: { 200: json },
});
