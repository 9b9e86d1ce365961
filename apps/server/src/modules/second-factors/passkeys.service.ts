import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { mostPasskeys, type Passkey } from '@tapfolio/contracts/second-factors.ts';
import { looksLikePan } from '@tapfolio/domain/luhn.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import { assertFreshProof, lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { newUuid } from '../../lib/ids.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMail } from '../../queue/jobs.queries.ts';
import { withNewFactorThrottle } from './new-factor-limit.ts';
import { knownTransports, type Registration, spendChallenge } from './passkey-answers.service.ts';
import { type ChallengeUse, makeChallenge } from './passkey-challenge.ts';
import { passkeyLibrary } from './passkey-library.ts';
import * as passkeys from './passkeys.queries.ts';
import { relyingParty, userHandleOf } from './relying-party.ts';

/** ES256, EdDSA, RS256 (COSE numbers): what every authenticator in use offers one of. */
const algorithms = [-7, -8, -257];

/** The passenger's passkeys, and whether they want codes by mail. */
export async function readSecondFactors(db: Db, passengerId: string) {
  const [owner] = await passkeys.findOwner(db, { passengerId });
  return { passkeys: await listOwnPasskeys(db, passengerId), mailCode: owner?.mail_code ?? false };
}

/** The passenger's passkeys, the oldest first, as their owner may see them. */
export async function listOwnPasskeys(db: Db, passengerId: string): Promise<Passkey[]> {
  const rows = await passkeys.listPasskeys(db, { passengerId });
  return rows.map((row) => ({
    id: row.passkey_id,
    name: row.name,
    createdAt: isoInstant(row.created_at),
    lastUsedAt: isoInstantOrNull(row.last_used_at),
  }));
}

/** A challenge for a new passkey. @throws `reauthentication_required` without a proof of the last five minutes. */
export async function offerPasskey(
  context: Using<'pool' | 'readDb' | 'config' | 'clock' | 'keys'>,
  { passengerId, tokenHash }: Passenger,
): Promise<{ challenge: string }> {
  await assertFreshProof(context.pool, tokenHash);
  const [owner] = await passkeys.findOwner(context.readDb, { passengerId });
  const own = await passkeys.listPasskeys(context.readDb, { passengerId });
  const { id, name } = relyingParty(context);
  const { generateRegistrationOptions } = await passkeyLibrary();
  return await generateRegistrationOptions({
    challenge: makeChallenge(context.keys.passkeyChallenges, adding(passengerId), context.clock.now()),
    rpName: name,
    rpID: id,
    userName: owner?.email ?? '',
    userID: new Uint8Array(userHandleOf(passengerId)),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: own.map((row) => ({ id: row.credential_id, transports: knownTransports(row.transports) })),
  });
}

const adding = (owner: string): ChallengeUse => ({ purpose: 'add', owner });

/**
 * Adds a passkey and tells the owner by mail. @throws `card_name_is_card_number`, `passkey_refused`, `passkey_limit_reached`,
 * `too_many_requests`, `unauthenticated`.
 */
export async function addPasskey(
  context: Using<'pool' | 'config' | 'clock' | 'keys'>,
  passenger: Passenger,
  input: { name: string; response: Registration },
): Promise<string> {
  const { passengerId } = passenger;
  assertThat(!looksLikePan(input.name), 'card_name_is_card_number');
  const challenge = await spendChallenge(context, adding(passengerId), input.response.response.clientDataJSON);
  const { credential } = await verifiedRegistration(context, input.response, challenge);
  return await withNewFactorThrottle(context, passengerId, () =>
    storePasskey(context, passenger, { name: input.name, credential }),
  );
}

type Verified = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

async function storePasskey(
  { pool, clock }: Using<'pool' | 'clock'>,
  passenger: Passenger,
  { name, credential }: { readonly name: string } & Pick<Verified, 'credential'>,
): Promise<string> {
  const { passengerId, traceId } = passenger;
  const passkeyId = newUuid(clock.now().getTime());
  await transaction(pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    const [own] = await passkeys.countPasskeys(tx, { passengerId });
    assertThat((own?.count ?? 0) < mostPasskeys, 'passkey_limit_reached');
    const { id: credentialId, publicKey, counter, transports = [] } = credential;
    const key = { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
    const [added] = await passkeys.insertPasskey(tx, { ...key, passkeyId, passengerId, name });
    assertThat(added !== undefined, 'passkey_refused');
    await recordAudit(tx, { kind: 'passkey_added', passengerId, traceId });
    await enqueueMail(tx, { mail: 'passkey-added', id: passkeyId, passengerId });
  });
  return passkeyId;
}

async function verifiedRegistration(
  context: Using<'config'>,
  response: Registration,
  challenge: string,
): Promise<Verified> {
  const { id, origin } = relyingParty(context);
  const { authenticatorAttachment, ...rest } = response;
  const { transports = [], ...made } = response.response;
  const { verifyRegistrationResponse } = await passkeyLibrary();
  const verified = await verifyRegistrationResponse({
    response: {
      ...rest,
      ...(authenticatorAttachment !== undefined && { authenticatorAttachment }),
      response: { ...made, transports: knownTransports(transports) },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((cause: unknown) => {
    throw new AppError('passkey_refused', undefined, { cause });
  });
  assertThat(verified.verified, 'passkey_refused');
  return verified.registrationInfo;
}

/** Removes an own passkey and tells the owner by mail. @throws `reauthentication_required`, `TM0064`, `unauthenticated`. */
export async function removePasskey({ pool }: Using<'pool'>, passenger: Passenger, passkeyId: string): Promise<void> {
  const { passengerId, tokenHash, traceId } = passenger;
  await assertFreshProof(pool, tokenHash);
  await transaction(pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    const [removed] = await passkeys.deletePasskey(tx, { passengerId, passkeyId });
    assertThat(removed !== undefined, systemCodes.passkey.unknown);
    await recordAudit(tx, { kind: 'passkey_removed', passengerId, traceId });
    await enqueueMail(tx, { mail: 'passkey-removed', id: passkeyId, passengerId });
  });
}
