import { z } from 'zod';

/** The mails about a claim of a card: to its owner or to the claimant. */
export const claimMails = [
  'card-claim-asked',
  'card-claim-withdrawn',
  'card-claim-objected',
  'card-claim-granted',
  'card-claim-moved',
  'card-claim-lapsed',
  'card-claim-void',
] as const;
export type ClaimMail = (typeof claimMails)[number];

/** The mails that tell the owner of an account that another way of signing in opens it, or one no longer does. */
const factorMails = ['passkey-added', 'passkey-removed', 'mail-code-on', 'mail-code-off'] as const;
export type FactorMail = (typeof factorMails)[number];

/** The mails we send. Each is written from the row its id names at the moment of sending; the id names the mail too. */
const mailPayload = z.discriminatedUnion('mail', [
  z.strictObject({ mail: z.literal('registration'), id: z.uuid() }),
  z.strictObject({ mail: z.literal('password-reset'), id: z.uuid() }),
  z.strictObject({
    mail: z.literal('password-changed'),
    id: z.uuid(),
    passengerId: z.uuid(),
    // Jobs from before the mails about passkeys have no such counts.
    removedPasskeys: z.int().default(0),
    keptPasskeys: z.int().default(0),
  }),
  z.strictObject({ mail: z.literal('sign-in-code'), id: z.uuid() }),
  z.strictObject({ mail: z.enum(factorMails), id: z.uuid(), passengerId: z.uuid() }),
  z.strictObject({ mail: z.enum(claimMails), id: z.uuid() }),
  // The claim was deleted with its claimant's account: the job names the owner and the medium, and nothing of the claimant.
  z.strictObject({ mail: z.literal('card-claim-dropped'), id: z.uuid(), passengerId: z.uuid(), mediumId: z.uuid() }),
  z.strictObject({ mail: z.literal('card-news'), id: z.uuid(), passengerId: z.uuid(), mediumId: z.uuid() }),
  z.strictObject({ mail: z.literal('refund-news'), id: z.uuid(), passengerId: z.uuid(), mediumId: z.uuid() }),
  z.strictObject({
    mail: z.literal('month-news'),
    id: z.uuid(),
    passengerId: z.uuid(),
    month: z.string().regex(/^\d{4}-\d\d$/),
  }),
  z.strictObject({
    mail: z.literal('question-answered'),
    id: z.uuid(),
    passengerId: z.uuid(),
    questionId: z.uuid(),
  }),
  // No row has the address any more: the recipient travels in the job, sealed with a key outside the database.
  z.strictObject({ mail: z.literal('address-changed'), id: z.uuid(), passengerId: z.uuid(), recipient: z.string() }),
  z.strictObject({ mail: z.literal('account-closed'), id: z.uuid(), recipient: z.string() }),
]);
/** A mail as it is asked for. */
export type MailRequest = z.input<typeof mailPayload>;
export type MailPayload = z.output<typeof mailPayload>;
export type MailKind = MailPayload['mail'];

const moneyPayload = z.strictObject({ mediumId: z.uuid(), id: z.string() });

/** Job names and payloads: ids, never copies of personal data. */
export const jobPayloads = {
  'send-mail': mailPayload,
  'decide-card-claims': z.looseObject({}),
  'sweep-expired': z.looseObject({}),
  'forget-old-travel': z.looseObject({}),
  'ask-for-months': z.looseObject({}),
} as const;

export type JobName = keyof typeof jobPayloads;

/** Jobs that send to the back office. It may be slow or silent, so they have separate places too. */
export const backOfficeJobPayloads = {
  'tell-back-office': z.strictObject({ mediumId: z.uuid() }),
  'find-forgotten-messages': z.looseObject({}),
} as const;

export type BackOfficeJobName = keyof typeof backOfficeJobPayloads;

/** Jobs that move or check money. They have separate places in each worker and do not wait for mails. */
export const moneyJobPayloads = {
  'collect-debt': moneyPayload,
  'refund-payment': moneyPayload,
  'obey-bank': moneyPayload,
  'check-money': z.looseObject({}),
  'reconcile-bank': z.looseObject({}),
} as const;

export type MoneyJobName = keyof typeof moneyJobPayloads;
