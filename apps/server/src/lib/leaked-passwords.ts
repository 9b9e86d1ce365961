import { comparedText } from '@tapfolio/domain/password-rules.ts';
import { lazily } from './lazily.ts';

/** Shorter entries are ordinary words, of which good phrases are made. */
const shortestPart = 6;
/** This number of further characters is guessed quickly. */
const mostUnknown = 3;

interface LeakedPasswords {
  readonly entries: ReadonlySet<string>;
  readonly longest: number;
}

/** Fifty thousand passwords that leaked most often, lower case; about 18,000 of them have eight characters or more. */
const loadList = lazily(async (): Promise<LeakedPasswords> => {
  // Loaded at the first new password, since its dictionaries take megabytes.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const entries = new Set(dictionary['passwords-common'].map(String));
  return { entries, longest: Math.max(...[...entries].map((entry) => entry.length)) };
});

/**
 * Is the password on the list of leaked ones, or made of such, one after the other, with digits and marks between them
 * (ASVS 6.2.4, 6.2.12)? Needs no network. A longer list would help little: lists have few passwords of 15 or more characters.
 */
export async function isLeakedPassword(password: string): Promise<boolean> {
  const leaked = await loadList();
  const text = comparedText(password);
  return leaked.entries.has(text) || countUnknown(text, leaked) <= mostUnknown;
}

/** The least number of characters that belong to no entry, digit or mark; from the end, so that each place is checked once. */
function countUnknown(text: string, { entries, longest }: LeakedPasswords): number {
  const rest: number[] = Array.from({ length: text.length + 1 }, () => 0);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const own = /[\d\s._+*#&?!@$-]/.test(text[at] ?? '') ? 0 : 1;
    let least = own + (rest[at + 1] ?? 0);
    for (let end = at + shortestPart; end <= Math.min(at + longest, text.length); end += 1)
      if (entries.has(text.slice(at, end))) least = Math.min(least, rest[end] ?? 0);
    rest[at] = least;
  }
  return rest[0] ?? 0;
}
