import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { noContent } from './shared.ts';

export const closeAccount = defineCall({
  method: 'POST',
  path: '/public/api/v1/auth/user/anonymize',
  who: 'passenger',
  permission: ['account-edit.close'],
  idempotency: 'natural',
  lane: 'passwords',
  tag: 'account',
  summary: 'Close the own account for good: nothing personal stays, travel stays without a link to a person',
  body: z.object({
    /** One of `closingReasons`; any other text counts as `other` and is kept nowhere. */
    reason: z.string().check(z.minLength(1), z.maxLength(1000)),
    /** Needed unless an identity provider signs the passenger in; then the sign-in must be minutes old. */
    password: z.optional(z.string().check(z.maxLength(512))),
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

const json = { description: 'Everything, as a JSON file', content: { 'application/json': { schema: z.any() } } };

export const exportData = defineCall({
  method: 'GET',
  path: '/public/api/v1/auth/user/export',
  who: 'passenger',
  permission: ['account-edit.export'],
  tag: 'account',
  summary: 'Everything the portal knows of the passenger and of the travel of their cards',
  refuses: ['cross_site_request'],
  answers: { 200: json },
});
