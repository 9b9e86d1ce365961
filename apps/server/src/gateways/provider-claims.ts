import { personName } from '@tapfolio/contracts/account.ts';
import { emailAddress } from '@tapfolio/contracts/shared.ts';
import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { z } from 'zod';

/** OpenID Connect Core 1.0, section 2: a subject has at most 255 ASCII characters. We ask the same of a session's id. */
export const isIdentifier = (claim: unknown): boolean =>
  typeof claim === 'string' && /^[\x20-\x7e]{1,255}$/.test(claim);
const identifier = z.string().refine(isIdentifier);

/** At many providers people type their own name, so it is checked like a name that is typed here. */
const name = z.optional(personName).refine((text) => !looksLikePan(text ?? ''), { error: 'is a card number' });

const claims = z.object({
  sub: identifier,
  sid: identifier.optional(),
  given_name: name,
  family_name: name,
  email: z.optional(emailAddress),
  email_verified: z.unknown(),
});

/** What a provider says of a person, in our form and within our limits. */
export interface PersonClaims {
  subject: string;
  providerSession: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  email: string | undefined;
  isEmailVerified: boolean;
}

/** Reads the claims about a person. An empty text counts as no claim. @throws when one is not what it should be. */
export function readPersonClaims(token: Record<string, unknown>, profile: Record<string, unknown>): PersonClaims {
  const said = Object.entries({ ...profile, sub: token.sub, sid: token.sid });
  const read = claims.parse(Object.fromEntries(said.filter(([, claim]) => claim !== '' && claim !== null)));
  return {
    subject: read.sub,
    providerSession: read.sid,
    firstName: read.given_name || undefined,
    lastName: read.family_name || undefined,
    email: read.email,
    // A boolean by the specification; some providers write it as a text.
    isEmailVerified: read.email_verified === true || read.email_verified === 'true',
  };
}
