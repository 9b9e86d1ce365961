import { isIP } from 'node:net';
import { locales } from '@tapfolio/domain/locale.ts';
import { z } from 'zod';

/** The forms of single values in the configuration. */

/** A language that the portal has. */
export const language = z.enum(locales);

/** Something that the operator says in several languages. */
export const perLanguage = <Value extends z.ZodType>(value: Value) => z.partialRecord(language, value);

/** The place of a file or folder. */
export const file = z.string().regex(/\S/, 'must not be empty');

/** A text that is shown, or a code. */
export const words = z.string().regex(/\S/, 'must not be empty');

// Ends the check: what comes after it reads the address.
const anyWebAddress = z.url({
  protocol: /^https?$/,
  error: 'must be a web address such as https://example.org/privacy',
  abort: true,
});
/** Passengers and the log see addresses, and this file is no place for a secret. */
export const webAddress = anyWebAddress.refine((text) => {
  const { username, password } = new URL(text);
  return username === '' && password === '';
}, 'must not have a name or password in it');
/** An address that others are made from: a query or a part of a page would be lost. */
export const baseAddress = webAddress.refine((url) => !/[?#]/.test(url), 'must not have a "?" or "#" in it');
/** An address that others are made from: credentials in it would stand in them, and a path or query would be lost. */
export const hostAddress = anyWebAddress.refine(
  (url) => new URL(url).href === `${new URL(url).origin}/`,
  'must name only the host, and a port if there is one, such as https://travel.example',
);
const knownCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be a three-letter ISO 4217 code such as CAD', abort: true })
  .refine((code) => knownCurrencies.has(code), 'is no currency of ISO 4217');
export const day = z.iso.date('must be a day such as 2026-04-01');
/** A time on the clocks of a place. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 04:30');
export const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0b5fff');
export const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Toronto');
export const hostName = z
  .string()
  .regex(/^[a-z\d.-]+$/, 'must be a host name in small letters, without a port, such as travel.example.org');
export const mailHost = z
  .string()
  .refine(
    (host) => isIP(host) !== 0 || /^[\w.-]+$/.test(host),
    'must be a host name or an address without a port, such as smtp.example.org; mail.port has the port',
  );
/** Whoever is in the range says from which address a call comes, and limits of guesses count by it. */
export const proxyRange = z
  .string()
  .refine(isAddressRange, { error: 'must be an address or a range of addresses such as 10.0.0.0/8', abort: true })
  .refine(
    (range) => !isWide(range),
    'is too wide: strangers in it could say from which address their calls come, and no limit would hold for them',
  );
/** Not every mail server takes other letters in the address itself, and one that does not would take none of our mails. */
export const mailSender = z
  .string()
  .regex(
    /^(?:[^<>@]*<[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+>|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+)$/i,
    'must be an address such as "Name <no-reply@example.org>", with the letters A to Z in the address',
  );

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name.includes('/') || name === 'UTC';
  } catch {
    return false;
  }
}

/** As the library that reads X-Forwarded-For takes them, but for its names of ranges and its masks with dots. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Wider than the widest ranges that belong to one network: 10.0.0.0/8 and fc00::/7. */
function isWide(range: string): boolean {
  const [address = '', bits = '128'] = range.split('/');
  return Number(bits) < leastBits(address.toLowerCase());
}

function leastBits(address: string): number {
  if (isIP(address) === 4) return 8;
  // An address of IPv4 that is written as one of IPv6 has 96 bits before it.
  return address.startsWith('::ffff:') ? 104 : 7;
}
