import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import { language } from './shared.ts';

const link = z.optional(z.partialRecord(language, z.string()));

/** What the page needs to know about the operator before and after sign-in. All of it is public. */
export const portalConfig = z.object({
  /** What the operator and the portal are called. */
  brand: z.object({
    /** The operator as passengers know it. */
    name: z.string(),
    /** The portal, in each language that has no name of its own for it. */
    productName: z.string(),
    /** The name in each language that has a different one. */
    productNames: z.partialRecord(language, z.string()),
    /** The payee as it stands on a bank statement. */
    payeeLabel: z.string(),
  }),
  /** Which languages there are. */
  languages: z.object({
    /** The languages that passengers may choose, the usual one first. */
    deployed: z.array(language),
    /** The language of a first visit, by the name of the host that is visited. Other hosts follow the browser's languages. */
    hosts: z.record(z.string(), language),
  }),
  /** The host to which passkeys belong: no other host of the portal can use them. A server of the release before does not say it. */
  passkeyHost: z.optional(z.string()),
  /** How passengers reach the operator, by language. */
  contacts: z.partialRecord(
    language,
    z.object({
      /** As it is to be read. */
      phone: z.optional(z.string()),
      /** Where passengers write to. */
      email: z.optional(z.string()),
      /** The postal address, line by line. */
      address: z.optional(z.array(z.string())),
      /** When the operator answers, as text. */
      hours: z.optional(z.string()),
      /** The page about getting help. */
      url: z.optional(z.string()),
    }),
  ),
  /** Pages of the operator. */
  links: z.object({
    /** Who is responsible for the site, by language. Absent if the operator names no page. */
    imprint: link,
    /** The privacy notice, by language. Absent if the operator names no page. */
    privacy: link,
    /** The data-protection terms that a consent is about, by language. Absent if the operator names no page. */
    dataProtection: link,
    /** The accessibility statement, by language. Absent if the operator names no page. */
    accessibility: link,
    /** Help about paying with a bank card, by language. Absent if the operator names no page. */
    help: link,
  }),
  /** The version that the footer shows, as the operator has set it. */
  portalVersion: z.string(),
  /** The form of the statement reference of this operator's charges. */
  statementReference: z.object({
    /** How many characters a reference may have. */
    lengths: z.array(z.int()),
    /** What banks put before it on a statement. */
    prefixes: z.array(z.string()),
    /** An invented statement line with the form of this operator's charges, for the drawing of a statement beside the field. */
    sample: z.string(),
  }),
  /** The usual currency, by its three letters (ISO 4217). */
  currency: z.string(),
  /** What the operators charge in, the usual currency first. A server of the release before does not say it. */
  currencies: z.optional(z.array(z.string())),
  /** The IANA time zone of the portal's own operator. */
  timeZone: z.string(),
  /** When the operator's service day begins, as `04:30` in its time zone. */
  dayCut: z.string(),
  /** The version of the data-protection terms in force. */
  consentVersion: z.string(),
  /** The rules for a new password. */
  passwordRules: z.object({
    /** The least number of characters. */
    length: z.int(),
    /** The least number of digits. 0 for no restriction. */
    digits: z.int(),
    /** The least number of capital letters. 0 for no restriction. */
    bigLetters: z.int(),
    /** The least number of lower-case letters. 0 for no restriction. */
    smallLetters: z.int(),
    /** The least number of characters that are neither letters nor digits. 0 for no restriction. */
    specialChars: z.int(),
    /** How many of the last passwords may not be used again. 0 for no restriction. */
    maxRepeat: z.int(),
    /** Words that may not make up half of a password: the names of the operator and of its city. */
    contextWords: z.array(z.string()),
  }),
  /** Whether passengers may sign in at an identity provider. */
  singleSignOn: z.boolean(),
  /** Whether unpaid fares can be paid here: with a bank, unless the operator withholds it. A server of the release before does not say it. */
  offersDebtPayment: z.optional(z.boolean()),
  /** Within how many days the operator wants to answer a question about a trip or a payment. Absent if it takes none. */
  questions: z.optional(
    z.object({
      /** How many days after the question passengers are told to expect the answer. */
      answerDays: z.int(),
    }),
  ),
  /** The provider's pages to change the password and the profile. Absent without a provider (SES-16). */
  providerLinks: z.optional(
    z.object({
      /** Where its users change their password. */
      password: z.string(),
      /** Where its users change their name. */
      profile: z.string(),
    }),
  ),
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
