import { maxConsentVersion } from '@tapfolio/contracts/limits.ts';
import { defaultLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { longestAnswerDays } from '@tapfolio/domain/questions.ts';
import { parseStatementLine } from '@tapfolio/domain/statement-reference.ts';
import { doOverlap, percentPattern } from '@tapfolio/domain/taxes.ts';
import { z } from 'zod';
import { caps } from './config.caps.ts';
import {
  colour,
  currency,
  day,
  hostName,
  language,
  perLanguage,
  timeOfDay,
  timeZone,
  webAddress,
  words,
} from './config.values.ts';

/** The half of the configuration that passengers see: who the operator is and what it says. */

export const brand = z.strictObject({
  name: words.describe('The operator as passengers know it'),
  productName: words.describe('What the portal is called on its pages'),
  productNames: perLanguage(words)
    .default({})
    .describe('What it is called in a language that has a name of its own for it'),
  payeeLabel: words.describe('The payee as it stands on a bank statement, shown on the login screen'),
  theme: z
    .strictObject({
      accent: colour.default('#0b5fb0').describe('The one accent colour, on a light ground'),
      accentText: colour.default('#ffffff').describe('Text upon the accent colour'),
      accentDark: colour.default('#8cc2ff').describe('The accent colour on a dark ground'),
      accentTextDark: colour.default('#06243f').describe('Text upon the dark accent colour'),
    })
    .prefault({})
    .describe(
      'Design tokens of the operator. Give each colour a contrast of at least 4.5 to 1 to its text: the start does not check it',
    ),
});

export const languages = z
  .strictObject({
    deployed: z
      .array(language)
      .min(1)
      .refine((list) => new Set(list).size === list.length, 'names a language twice')
      .default([defaultLocale, 'fr_CA'] satisfies Locale[])
      .describe('The languages offered, the default one first'),
    hosts: z
      .record(hostName, language)
      .default({})
      .describe(
        'Which language a first visit gets, by host name: { "voyage.example": "fr_CA" }. Passkeys work on the host of `publicUrl` only, and a sign-in at the provider goes on there',
      ),
  })
  .prefault({})
  .refine(
    ({ deployed, hosts }) => deployed.length === 0 || Object.values(hosts).every((locale) => deployed.includes(locale)),
    {
      path: ['hosts'],
      error: 'sends a host to a language that is not in languages.deployed',
    },
  );

export const contacts = perLanguage(
  z.strictObject({
    phone: words.optional().describe('As it is to be read'),
    email: z
      .email('must be an email address such as help@example.org')
      .optional()
      .describe('Where passengers write to'),
    address: z.array(words).min(1).optional().describe('One entry per line'),
    hours: words.optional().describe('When the operator answers, in that language'),
    url: webAddress.optional().describe('The page about getting help'),
  }),
)
  .default({})
  .describe('How passengers reach the operator, per language');

const link = perLanguage(webAddress);

export const links = z
  .strictObject({
    imprint: link.optional().describe('Who is responsible for the site'),
    privacy: link.optional().describe('The privacy notice'),
    dataProtection: link.optional().describe('The data-protection terms, where `consent.url` names no address'),
    accessibility: link.optional().describe('The accessibility statement'),
    help: link.optional().describe('Help about paying with a bank card'),
  })
  .prefault({})
  .describe('Pages of the operator, per language');

export const statementReference = z
  .strictObject({
    lengths: z
      .array(z.literal([13, 14]))
      .min(1)
      .default([13, 14])
      .describe('How many characters a reference has; an operator may demand 14 only'),
    prefixes: z
      .array(z.string().min(1))
      .default(['OCT*', 'NLOV', '*'])
      .describe('What banks put before it, taken off when a whole statement line is pasted'),
    samples: z
      .array(words)
      .min(1)
      .default(['OCT*7K2M4Q9T1XB5ZC'])
      .describe(
        'Invented statement lines; the first one is drawn beside the field, and its prefix stands before the reference of each payment',
      ),
  })
  .prefault({})
  .refine((rules) => rules.samples.every((line) => parseStatementLine(line, rules).srid !== undefined), {
    path: ['samples'],
    error: 'has a line in which no reference of these lengths is found',
  })
  .describe('The statement reference (SRID) of this operator');

export const operators = z
  .array(
    z.strictObject({
      code: words
        .max(64)
        .describe(
          'The code that feed files carry; leading zeros and case make no difference. It stays: name another one in aliases',
        ),
      aliases: z.array(words.max(64)).optional().describe('Other codes that feed files have for it'),
      name: words.describe('As shown on trips and receipts'),
      timeZone: timeZone.describe('Where its vehicles run; trips show local time'),
      dayCut: timeOfDay
        .default('04:30')
        .describe(
          'When its business day begins, local time. Choose a time that the clocks neither skip nor show twice when they change: else some trips of that night are listed on a neighbouring day',
        ),
      currency: currency.describe('What it charges in'),
      moneyFrom: z
        .enum(['enghouse', 'littlepay'])
        .optional()
        .describe(
          'Where files of two formats tell of the same travel: the format whose payments, settlements and answers of the bank count. The ids of taps and trips must be the same in both',
        ),
      merchantNumbers: z
        .array(words.max(64))
        .min(1)
        .optional()
        .describe(
          'Its numbers in settlement files of the bank (Elavon). If any operator has some, rows of other merchants are skipped: a bank may put several agencies into one file',
        ),
      caps,
      home: z.boolean().default(false).describe('True for the one operator whose portal this is'),
    }),
  )
  .min(1)
  .superRefine((list, context) => {
    const homes = list.filter((operator) => operator.home).length;
    if (homes !== 1) context.addIssue({ code: 'custom', message: `needs exactly one with "home": true, not ${homes}` });
    const codes = list.flatMap((operator) => [operator.code, ...(operator.aliases ?? [])]);
    if (new Set(codes).size !== codes.length) context.addIssue({ code: 'custom', message: 'uses a code twice' });
  })
  .describe('The operators whose feeds are read: one is at home, others are partners in the region');

/** A transit company whose feed is read, as configured. */
export type Operator = z.output<typeof operators>[number];

export const legal = z
  .strictObject({
    companyName: words.describe('The company that issues receipts'),
    address: z.array(words).min(1).describe('One entry per line'),
    vatNumber: words.optional().describe('The tax number printed on receipts'),
    vatRates: z
      .record(
        currency,
        z
          .array(
            z.strictObject({
              name: words.describe('As printed, such as HST or TVQ'),
              percent: z
                .string()
                .regex(percentPattern, 'must be a percentage as text with up to four decimals, such as "9.975"')
                .describe('The exact rate in percent as text, with up to four decimals: "13", "9.975"'),
              from: day
                .optional()
                .describe('The first day of travel with this rate, if the rate was another one before'),
              until: day
                .optional()
                .describe(
                  'The last day of travel with this rate. When a rate changes, give the old entry its last day and add an entry with the new rate: receipts of older travel keep the old rate',
                ),
            }),
          )
          .min(1)
          .superRefine((rates, context) => {
            const isBackward = rates.some(
              ({ from, until }) => from !== undefined && until !== undefined && until < from,
            );
            if (isBackward)
              context.addIssue({ code: 'custom', message: 'has a rate whose "until" is before its "from"' });
            const isTwice = rates.some((rate, index) => rates.slice(index + 1).some((later) => doOverlap(rate, later)));
            if (isTwice) context.addIssue({ code: 'custom', message: 'has two rates of one name on the same day' });
          }),
      )
      .default({})
      .describe('The taxes contained in an amount of that currency; a fare without an entry gets no receipt (RCPT-05)'),
    registrationLines: perLanguage(z.array(words))
      .default({})
      .describe('Further lines that the law asks for, per language; in other languages those of the first language'),
  })
  .describe('What receipts must say about the company');

export const questions = z
  .strictObject({
    answerDays: z
      .int()
      .min(1)
      .max(longestAnswerDays)
      .describe('Within how many days passengers are told to expect an answer'),
  })
  .optional()
  .describe(
    'Passengers may ask about a trip or a payment, and a system of the operator answers with an API key; leave it out if nobody would answer',
  );

export const consent = z
  .strictObject({
    version: words
      .max(maxConsentVersion)
      .describe(
        'Changes whenever the text changes; stored with each consent. Passengers who agreed to another one are asked again',
      ),
    url: perLanguage(webAddress)
      .default({})
      .describe(
        'Where the text of that version stands, per language; pages link to it, and to `links.dataProtection` only if there is none',
      ),
  })
  .describe('The data-protection terms in force');

export const passwordRules = z
  .strictObject({
    length: z.int().min(8).max(64).default(15).describe('Least number of characters'),
    digits: z.int().min(0).max(16).default(0).describe('Least number of digits'),
    bigLetters: z.int().min(0).max(16).default(0).describe('Least number of capital letters'),
    smallLetters: z.int().min(0).max(16).default(0).describe('Least number of lower-case letters'),
    specialChars: z.int().min(0).max(16).default(0).describe('Least number of special characters'),
    contextWords: z
      .array(z.string().min(3).max(60))
      .max(200)
      .default([])
      .describe(
        'Words of the place that may not make up half of a password: the city, its districts, sights and clubs; ' +
          'case and accents do not matter, brand.name and brand.productName are known. Passengers can see them',
      ),
    maxRepeat: z.int().min(0).max(24).default(5).describe('How many of the last passwords may not come again'),
    mustChangeOnLogin: z.boolean().default(false).describe('Whether the first sign-in asks for a new password'),
    mustChangeAfterDays: z.int().min(0).default(0).describe('Days after which a password must be changed'),
    mustChangeAfterLogins: z.int().min(0).default(0).describe('Sign-ins after which a password must be changed'),
  })
  .prefault({})
  .describe('The rules a new password must meet; 0 means no restriction');
