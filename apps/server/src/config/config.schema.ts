import { permissionEntries } from '@tapfolio/contracts/permissions.ts';
import { z } from 'zod';
import { backOffice, bank, debtTries } from './config.money.ts';
import {
  brand,
  consent,
  contacts,
  languages,
  legal,
  links,
  operators,
  passwordRules,
  questions,
  statementReference,
} from './config.operator.ts';
import { readerMessageIssues, readerMessages } from './config.readers.ts';
import {
  baseAddress,
  currency,
  file,
  hostAddress,
  mailHost,
  mailSender,
  proxyRange,
  webAddress,
  words,
} from './config.values.ts';

const http = z
  .strictObject({
    host: words.default('127.0.0.1').describe('The address to listen on; the default is this machine only'),
    port: z.int().min(0).max(65_535).default(8080).describe('The port to listen on; 0 takes any free one'),
    trustedProxies: z
      .array(proxyRange)
      .default([])
      .describe(
        'Addresses or CIDR ranges, /8 or smaller (IPv6: /7), whose X-Forwarded-For is believed; none by default',
      ),
    longestWaitMs: z
      .int()
      .min(50)
      .max(60_000)
      .default(1_250)
      .describe('How long a call may wait for its turn, in milliseconds, before it is refused with 503 for now'),
    drainSeconds: z
      .int()
      .min(0)
      .max(5)
      .default(0)
      .describe('After SIGTERM, how long new connections are still taken while `ready` already says no'),
  })
  .prefault({})
  .describe('Where the server listens; TAPFOLIO_HOST and TAPFOLIO_PORT win over host and port');

const requestRates = z
  .strictObject({
    sessionPerMinute: z
      .int()
      .min(10)
      .default(300)
      .describe(
        'Calls of one session; one that may write counts five times, a page of more than 100 rows once per hundred, a receipt ten times. In a day a passenger makes as many calls that may write as in twenty such minutes',
      ),
    apiKeyPerMinute: z
      .int()
      .min(10)
      .default(600)
      .describe("Calls of one key of an operator's own systems; one that may write counts five times"),
    addressPerMinute: z
      .int()
      .min(10)
      .default(1200)
      .describe(
        'Calls without a session from one address (IPv4, or /64 of IPv6), ten times as many from one /48; many passengers may share an address',
      ),
  })
  .prefault({})
  .describe(
    'How many calls one process answers: a minute of them at once, regained evenly. Guesses have stricter limits',
  );

const feeds = z
  .strictObject({
    inbox: file
      .default('feeds/inbox')
      .describe('The directory where the back office lays its files; a folder of its own'),
    pollSeconds: z.int().min(1).max(3600).default(30).describe('How often the inbox is looked at'),
    archive: file.optional().describe('Where read files go; without it they stay in the inbox'),
    stopMaps: z
      .array(
        z.strictObject({
          operator: z.string().min(1).max(64).describe('The code of the operator whose readers they are'),
          file: file.describe('A table with a header, separated by commas'),
          by: z
            .enum(['device', 'location'])
            .describe('Whether the first column names a reader, or the place that readers say they are at'),
          columns: z
            .strictObject({
              from: z.string().min(1).describe('The column of the reader or place'),
              stop: z.string().min(1).describe('The column of the stop, as the timetable calls it'),
              name: z.string().min(1).optional().describe('The column of its name'),
            })
            .describe('What the columns of the table are called'),
        }),
      )
      .default([])
      .describe('Which stop a reader stands at, where it names none that the timetable knows; of two tables the first'),
  })
  .prefault({})
  .describe('The back office files; relative paths start at the data directory');

const mail = z
  .strictObject({
    from: mailSender.describe('The sender, such as "Name <no-reply@example.org>"'),
    host: mailHost.describe('The SMTP server'),
    port: z.int().min(1).max(65_535).default(587).describe('Its port'),
    secure: z
      .boolean()
      .default(false)
      .describe(
        'TLS from the first byte (port 465). Otherwise STARTTLS: when it is offered, or always when there is a user, so that no password travels in the clear',
      ),
    user: z.string().min(1).optional().describe('The account to sign in with'),
    passwordFile: file
      .optional()
      .describe("A file that holds that account's password; blanks at its ends do not count"),
  })
  .refine(({ user, passwordFile }) => (user === undefined) === (passwordFile === undefined), {
    error: 'needs both user and passwordFile, or neither',
  })
  .describe('How mails leave');

const secrets = z
  .strictObject({
    mediumKeyFile: file
      .default('secrets/medium.key')
      .describe('At least 32 random bytes that turn a card token into a medium id. It must never change'),
    accountKeyFile: file
      .default('secrets/account.key')
      .describe(
        'At least 32 random bytes, from which a key is derived for password hashes, mailed links, limits and the like',
      ),
  })
  .prefault({})
  .describe('Key files; relative paths start at the data directory. Outside production they are made on first start');

const sessionCheck = z
  .strictObject({
    mode: z
      .enum(['redirect_check', 'internal'])
      .describe('How: look where an address redirects, or ask our own server'),
    endpoint: webAddress
      .optional()
      .describe(
        'For redirect_check: the address to look at. It must let pages of `publicUrl` read its answers, with cookies (CORS), and be of the same site, as `id.example.org` is for `travel.example.org`: browsers send few or no cookies to another site, and everybody would be signed out',
      ),
    logoutOn: z.array(z.string().min(1)).default([]).describe('For redirect_check: paths that mean "signed out there"'),
  })
  .refine((check) => check.mode === 'internal' || check.endpoint !== undefined, {
    path: ['endpoint'],
    message: 'is needed for the mode redirect_check',
  });

const sso = z
  .strictObject({
    issuer: baseAddress.describe('The OpenID Connect issuer'),
    clientId: z.string().min(1).describe('Our client id there'),
    clientSecretFile: file.describe('A file that holds our client secret'),
    passwordUrl: webAddress.describe('Where its users change their password'),
    profileUrl: webAddress.describe('Where its users edit their profile'),
    logoutAddresses: z
      .array(webAddress)
      .default([])
      .describe("Addresses a browser may be sent to after logout, besides the issuer's own"),
    sessionCheck: sessionCheck.optional().describe('Watch the session at the provider; leave it out not to'),
  })
  .optional()
  .describe('The external identity provider; leave it out when there is none');

/** Pieces of trips and payments are kept for at least this number of days. */
export const shortestLookupDays = 7;

const retention = z
  .strictObject({
    travelMonths: z.int().min(1).max(120).default(25).describe('Trips, payments and products, by whole months'),
    feedFileMonths: z.int().min(1).max(120).default(13).describe('Feed lines that could not be used, and why'),
    rawRowWeeks: z
      .int()
      .min(1)
      .max(520)
      .default(6)
      .describe('Feed lines as they were delivered, in weeks: as far back as a replay reaches'),
    lookupDays: z
      .int()
      .min(shortestLookupDays)
      .max(3660)
      .default(90)
      .describe('In days, how long after a tap came its fare and a correction of its card or time still find it'),
    auditMonths: z.int().min(1).max(120).default(13).describe('Security events'),
  })
  .prefault({})
  // A replay of old rows needs the look-ups to find the taps that the rows name.
  .refine(({ rawRowWeeks, lookupDays }) => rawRowWeeks * 7 <= lookupDays, {
    path: ['rawRowWeeks'],
    message: 'is longer than lookupDays: a replay of such old lines would not find their taps',
  })
  .describe('How long data is kept before it is dropped');

const checkAtOtherSite =
  'is of another site than publicUrl: browsers would send it no cookies, and every passenger would be signed out. Use the mode internal';

/** Whether two addresses are surely of two sites: those of one have at least the last two parts of their host in common. */
function areOtherSites(...addresses: readonly string[]): boolean {
  const hosts = addresses.map((address) => new URL(address).hostname);
  return new Set(hosts.map((host) => host.split('.').slice(-2).join('.'))).size > 1;
}

const noConsentInMainLanguage = 'has no address for the default language (languages.deployed[0])';

/** The whole configuration file. Every key is described: `docs/configuration.md` is generated from here. */
export const configSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Ignored; for editors'),
    brand,
    publicUrl: hostAddress.describe('Where passengers find the portal; links in mails start with it'),
    http,
    languages: languages.describe('Which languages the portal speaks'),
    contacts,
    links,
    portalVersion: words.default('5.2.0.7.1').describe('The version shown in the footer'),
    statementReference,
    readerMessages,
    currency: currency.describe('The usual currency of amounts that passengers type; those of all operators are read'),
    operators,
    legal,
    idleSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(900)
      .describe('Seconds without an action before sign-out; 0 for never'),
    absoluteSessionHours: z
      .int()
      .min(1)
      .max(720)
      .default(12)
      .describe('Hours after which a session ends whatever is done in it'),
    passwordRules,
    withheldPermissions: z
      .array(z.enum(permissionEntries))
      .default([])
      .describe(
        'Screens and actions that this operator does not offer, by route name or route.action; the page leaves them out and the server refuses them. A history is two entries, its choice of a card and its list: withhold both. With a screen goes every action that only this screen offers: without card-add nobody links a card, without account-edit nobody deletes the account; without card-add.link nobody claims a card',
      ),
    consent,
    requestRates,
    feeds,
    mail,
    secrets,
    sso,
    bank,
    backOffice,
    retention,
    debtTries,
    questions,
  })
  .superRefine((config, context) => {
    const [main] = config.languages.deployed;
    if (main && Object.keys(config.consent.url).length > 0 && !config.consent.url[main])
      context.addIssue({ code: 'custom', path: ['consent', 'url'], message: noConsentInMainLanguage });
    if (!config.operators.some(({ currency: charged }) => charged === config.currency))
      context.addIssue({ code: 'custom', path: ['currency'], message: 'is charged by no operator' });
    for (const issue of readerMessageIssues(config.readerMessages, main))
      context.addIssue({ code: 'custom', ...issue });
    const { mode, endpoint } = config.sso?.sessionCheck ?? {};
    if (mode === 'redirect_check' && endpoint !== undefined && areOtherSites(config.publicUrl, endpoint))
      context.addIssue({ code: 'custom', path: ['sso', 'sessionCheck', 'endpoint'], message: checkAtOtherSite });
  });

/** The checked configuration file. */
export type ConfigFile = z.output<typeof configSchema>;

/** A table that says at which stop each reader is. */
export type StopMap = ConfigFile['feeds']['stopMaps'][number];
