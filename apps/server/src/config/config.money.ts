import { z } from 'zod';
import { baseAddress, file, webAddress } from './config.values.ts';

/** How the bank is asked. */
export const bank = z
  .strictObject({
    protocol: z
      .enum(['http', 'stripe'])
      .describe('http: the contract of docs/bank-contract.md, which any bank can be put behind; stripe: Stripe'),
    url: baseAddress.optional().describe('Where the bank answers; needed for http, left out for stripe'),
    keyFile: file.describe('A file that holds our secret key at the bank'),
    webhookSecretFile: file.describe(
      'A file that holds the secret with which the bank signs its calls to /internal/api/v1/bank/webhooks, such as "whsec_…"',
    ),
    connectSeconds: z.int().min(1).max(30).default(3).describe('How long a connection to the bank may take'),
    answerSeconds: z
      .int()
      .min(2)
      .max(60)
      .default(10)
      .describe('How long the bank may take for an answer; after that its outcome is unknown, and it is asked again'),
  })
  .refine(({ protocol, url }) => protocol !== 'http' || url !== undefined, {
    path: ['url'],
    error: 'is needed for the protocol http',
  })
  .optional()
  .describe(
    'The bank that collects unpaid fares; without one nothing can be paid here and passengers are told whom to ask',
  );

/** Where messages to the back office go. */
export const backOffice = z
  .strictObject({
    url: webAddress.describe('Where it takes our messages (docs/back-office-contract.md)'),
    signingKeyFile: file.describe('The file of the key that signs: "whsec_" and 24 to 64 random bytes in base64'),
    formerSigningKeyFile: file
      .optional()
      .describe('While the key is being changed: the other key. Messages are signed with both'),
    // Those that a back office can do without. The others open and lock cards.
    unknownKinds: z
      .array(z.enum(['access_denied', 'access_not_granted']))
      .default([])
      .describe('Kinds of messages that the back office does not know and would refuse; they are not sent'),
    connectSeconds: z.int().min(1).max(30).default(3).describe('How long a connection to it may take'),
    answerSeconds: z.int().min(1).max(60).default(10).describe('How long it may take for an answer'),
  })
  .optional()
  .describe(
    "The operator's back office, which is told of unpaid fares and of their payment. Without it nothing is sent: only the next delivery says that a card may travel again",
  );

/** How often a passenger can try to pay an unpaid fare. */
export const debtTries = z
  .strictObject({
    most: z.int().min(1).max(6).default(3).describe('How many tries'),
    withinDays: z.int().min(1).max(90).default(14).describe('Within how many days'),
    pauseMinutes: z.int().min(0).max(10_080).default(15).describe('Minutes after a refusal before the next try'),
  })
  .prefault({})
  .describe(
    'How often the bank is asked to collect one unpaid fare. Visa allows six submissions within 14 days of the first refusal (urban mobility); the default leaves half of them to the back office',
  );
