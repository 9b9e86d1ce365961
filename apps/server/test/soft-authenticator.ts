import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface SoftAuthenticator {
  readonly id: string;
  /** Increases with each signature; a test may reduce it to imitate a copied key. */
  counter: number;
  /** Answers what the server offers for a registration, and remembers whose key it is now. */
  register(offered: { challenge: string; user: { id: string } }): object;
  /** Answers a sign-in challenge. */
  assert(challenge: string, options?: AssertOptions): object;
}

interface AssertOptions {
  origin?: string;
  isUserVerified?: boolean;
  /** The owner that it names; null for none, as a device that stores no owners. */
  userHandle?: string | null;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A passkey in software that signs with ES256, like a phone after a fingerprint. */
export function softAuthenticator(publicUrl: string): SoftAuthenticator {
  const { hostname, origin: ownOrigin } = new URL(publicUrl);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const rpIdHash = createHash('sha256').update(hostname).digest();
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flag: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpIdHash, Buffer.from([flag]), count]);
  };
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });

  let owner: string | null = null;

  return {
    id,
    counter: 0,
    register({ challenge, user }) {
      owner = user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([
        authenticatorData(flags.present | flags.verified | flags.attested, this.counter),
        Buffer.alloc(16),
        length,
        credentialId,
        isoCBOR.encode(cose),
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, ownOrigin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal', 'hybrid'],
      });
    },
    assert(challenge, { origin = ownOrigin, isUserVerified = true, userHandle = owner } = {}) {
      this.counter += 1;
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(flags.present | (isUserVerified ? flags.verified : 0), this.counter);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      });
    },
  };
}
