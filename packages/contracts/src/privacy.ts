import * as z from 'zod/mini';
import { noContent, refusals } from './shared.ts';

export const closeAccount = {
  operationId: 'closeAccount',
  tags: ['account'],
  summary: 'Close the own account for good: nothing personal stays, travel stays without a link to anybody',
  body: z.object({
    /** One of `closingReasons`; any other text counts as `other` and is kept nowhere. */
    reason: z.string().check(z.minLength(1), z.maxLength(1000)),
    /** Needed unless an identity provider signs the passenger in; then the sign-in must be minutes old. */
    password: z.optional(z.string().check(z.maxLength(512))),
  }),
  response: { 204: noContent, ...refusals },
};

const json = { description: 'Everything, as a JSON file', content: { 'application/json': { schema: z.any() } } };

export const exportData = {
  operationId: 'exportData',
  tags: ['account'],
  summary: 'Everything the portal knows of the passenger and of the travel of their cards',
  response: { 200: json, ...refusals },
};
