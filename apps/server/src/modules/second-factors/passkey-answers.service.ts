import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { assertionResponse, registrationResponse } from '@tapfolio/contracts/second-factors.ts';
import type { z } from 'zod';
import { lockOpenAccount } from '../../gate/account.queries.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { sha256 } from '../../lib/hashing.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { noteWrongFactor } from '../users/users.service.ts';
import { type ChallengeUse, isValidChallenge, makeChallenge } from './passkey-challenge.ts';
import { passkeyLibrary } from './passkey-library.ts';
import * as passkeys from './passkeys.queries.ts';
import { relyingParty, userHandleOf } from './relying-party.ts';

/** What a device answers when it makes a passkey. */
export type Registration = z.infer<typeof registrationResponse>;
/** What it answers when it uses one. */
export type Assertion = z.infer<typeof assertionResponse>;

/** A challenge to answer with any passkey of this site (`sign_in`), or with one of the passenger's (`confirm`). */
export async function offerAssertion(
  context: Using<'readDb' | 'config' | 'clock' | 'keys'>,
  owner: string | null,
): Promise<{ challenge: string }> {
  const own = owner === null ? [] : await passkeys.listPasskeys(context.readDb, { passengerId: owner });
  const { generateAuthenticationOptions } = await passkeyLibrary();
  return await generateAuthenticationOptions({
    challenge: makeChallenge(context.keys.passkeyChallenges, assertionUse(owner), context.clock.now()),
    rpID: relyingParty(context).id,
    userVerification: 'required',
    allowCredentials: own.map((row) => ({
      id: row.credential_id,
      transports: knownTransports(row.transports),
    })),
  });
}

const assertionUse = (owner: string | null): ChallengeUse => ({
  purpose: owner === null ? 'sign_in' : 'confirm',
  owner,
});

/** A passkey as it answered. */
export interface ProvenPasskey {
  readonly passengerId: string;
  readonly credentialId: string;
}

type Judging = Using<'pool' | 'config' | 'clock' | 'keys'>;

/**
 * Finds the owner of the passkey that answered. The challenge is used up even if the answer is refused. @throws `passkey_refused` for every answer
 * that is not a fresh signature of a known, uncopied, user-verifying key for this site. With an `owner` it must be a key of that
 * passenger. At sign-in (null) it may be the key of any passenger, for whom a refusal counts as a failed sign-in.
 */
export async function judgeAssertion(
  context: Judging,
  response: Assertion,
  { owner, traceId }: { owner: string | null; traceId: string },
): Promise<ProvenPasskey> {
  const challenge = await spendChallenge(context, assertionUse(owner), response.response.clientDataJSON);
  const [key] = await passkeys.findPasskey(context.pool, { credentialId: response.id });
  assertThat(key !== undefined && (owner === null || key.passenger_id === owner), 'passkey_refused');
  try {
    await checkSignature(context, { response, challenge, key, owner });
  } catch (error) {
    if (owner === null && error instanceof AppError)
      await noteWrongFactor(context, { passengerId: key.passenger_id, traceId, by: 'passkey' });
    throw error;
  }
  return { passengerId: key.passenger_id, credentialId: key.credential_id };
}

/**
 * Makes sure that the passkey that answered still exists, and keeps it until the transaction ends. The passenger's row must be
 * locked. @throws `passkey_refused` if it was removed before.
 */
export async function holdPasskey(tx: Transaction, proven: ProvenPasskey): Promise<void> {
  const [held] = await passkeys.holdPasskey(tx, proven);
  assertThat(held !== undefined, 'passkey_refused');
}

interface SignedChallenge {
  readonly response: Assertion;
  readonly challenge: string;
  readonly key: passkeys.PasskeyRow;
  /** Who was known before the passkey answered. */
  readonly owner: string | null;
}

async function checkSignature(context: Judging, signed: SignedChallenge): Promise<void> {
  const { key, response, owner } = signed;
  const { userHandle } = response.response;
  // The library does not compare it (WebAuthn, 7.2, step 6): it must be there if nothing else says who signs in.
  const isOwners =
    userHandle === undefined
      ? owner !== null
      : userHandleOf(key.passenger_id).equals(Buffer.from(userHandle, 'base64url'));
  assertThat(isOwners, 'passkey_refused');
  const newCounter = await verifiedCounter(context, signed);
  const [used] = await passkeys.notePasskeyUse(context.pool, { credentialId: key.credential_id, counter: newCounter });
  assertThat(used !== undefined && key.status === 'active', 'passkey_refused');
}

async function verifiedCounter(context: Judging, { response, challenge, key }: SignedChallenge): Promise<number> {
  const { id, origin } = relyingParty(context);
  const { userHandle, ...signed } = response.response;
  const { authenticatorAttachment, ...rest } = response;
  const { verifyAuthenticationResponse } = await passkeyLibrary();
  const verified = await verifyAuthenticationResponse({
    response: {
      ...rest,
      ...(authenticatorAttachment !== undefined && { authenticatorAttachment }),
      response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: key.credential_id,
      publicKey: new Uint8Array(key.public_key),
      counter: key.counter,
      transports: knownTransports(key.transports),
    },
  }).catch((cause: unknown) => {
    throw new AppError('passkey_refused', undefined, { cause });
  });
  assertThat(verified.verified, 'passkey_refused');
  return verified.authenticationInfo.newCounter;
}

/** Deletes expired codes, and the notes of challenges that were answered a day ago. */
export async function deleteStaleProofs(db: Db): Promise<void> {
  await passkeys.deleteStaleProofs(db);
}

/**
 * The challenge the device says it signed, which is used up by this; the signature over the same bytes is verified
 * afterwards. @throws `passkey_refused` when we did not issue the challenge, or it was for another use, is too
 * old or was used before; `unauthenticated` when the account of the signed-in passenger was closed.
 */
export async function spendChallenge(
  context: Using<'pool' | 'clock' | 'keys'>,
  use: ChallengeUse,
  clientDataJson: string,
): Promise<string> {
  const challenge = challengeOf(clientDataJson);
  assertThat(isValidChallenge(context.keys.passkeyChallenges, use, challenge, context.clock.now()), 'passkey_refused');
  const note = { challengeHash: sha256(challenge), purpose: use.purpose, passengerId: use.owner };
  const [spent] = await transaction(context.pool, async (tx) => {
    // A closed account keeps no note that names its passenger.
    assertThat(use.owner === null || (await lockOpenAccount(tx, use.owner)), 'unauthenticated');
    return await passkeys.spendChallenge(tx, note);
  });
  assertThat(spent !== undefined, 'passkey_refused');
  return challenge;
}

function challengeOf(clientDataJson: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    if (typeof data === 'object' && data !== null && 'challenge' in data && typeof data.challenge === 'string')
      return data.challenge;
  } catch {
    // Not what an authenticator sends.
  }
  throw new AppError('passkey_refused');
}

const allTransports = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;

/** Browsers may name ways of transport that are newer than we are; those are left out. */
export function knownTransports(names: readonly string[]): AuthenticatorTransport[] {
  return allTransports.filter((transport) => names.includes(transport));
}
