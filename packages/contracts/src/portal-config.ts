import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { language } from './shared.ts';

const link = z.partialRecord(language, z.string());

/** What the page needs to know about the operator before and after sign-in. All of it is public. */
export const portalConfig = z.object({
  brand: z.object({
    name: z.string(),
    productName: z.string(),
    /** The name in each language that has a different one. */
    productNames: z.partialRecord(language, z.string()),
    payeeLabel: z.string(),
  }),
  languages: z.object({ deployed: z.array(language), hosts: z.record(z.string(), language) }),
  /** The host to which passkeys belong: no other host of the portal can use them. A server of the release before does not say it. */
  passkeyHost: z.optional(z.string()),
  contacts: z.partialRecord(
    language,
    z.object({
      phone: z.optional(z.string()),
      email: z.optional(z.string()),
      address: z.optional(z.array(z.string())),
      hours: z.optional(z.string()),
      url: z.optional(z.string()),
    }),
  ),
  links: z.object({
    imprint: z.optional(link),
    privacy: z.optional(link),
    dataProtection: z.optional(link),
    accessibility: z.optional(link),
    help: z.optional(link),
  }),
  portalVersion: z.string(),
  statementReference: z.object({
    lengths: z.array(z.int()),
    prefixes: z.array(z.string()),
    /** An invented statement line with the form of this operator's charges, for the drawing of a statement beside the field. */
    sample: z.string(),
  }),
  currency: z.string(),
  /** What the operators charge in, the usual currency first. A server of the release before does not say it. */
  currencies: z.optional(z.array(z.string())),
  timeZone: z.string(),
  /** When the operator's service day begins, as `04:30` in its time zone. */
  dayCut: z.string(),
  consentVersion: z.string(),
  passwordRules: z.object({
    length: z.int(),
    digits: z.int(),
    bigLetters: z.int(),
    smallLetters: z.int(),
    specialChars: z.int(),
    maxRepeat: z.int(),
    /** Words that may not make up half of a password: the names of the operator and of its city. */
    contextWords: z.array(z.string()),
  }),
  singleSignOn: z.boolean(),
  /** Whether unpaid fares can be paid here: with a bank, unless the operator withholds it. A server of the release before does not say it. */
  offersDebtPayment: z.optional(z.boolean()),
  /** The provider's pages to change the password and the profile. Absent without a provider (SES-16). */
  providerLinks: z.optional(z.object({ password: z.string(), profile: z.string() })),
});
export type PortalConfig = z.infer<typeof portalConfig>;

export const getPortalConfig = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/config',
  who: 'anyone',
  lane: 'none',
  tag: 'portal',
  summary: "The operator's public configuration",
  answers: { 200: portalConfig },
});
