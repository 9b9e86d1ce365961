import { createCipheriv, timingSafeEqual } from 'node:crypto';
import { type CardNewsKind, cardNewsKinds } from '@tapfolio/domain/card-news.ts';
import { keyedHash } from '../../lib/hashing.ts';
import type { Using } from '../../plugins/context.ts';

/** What a link turns off, and for whom. */
interface Off {
  readonly passengerId: string;
  readonly kind: CardNewsKind;
}

const tagBytes = 16;

/**
 * The token of the link that turns off one kind of news: a tag, and the passenger's id encrypted under it (as in SIV, RFC 5297). It has the
 * length of all tokens of mailed links, which logs leave out, and shows nothing. It does not run out: a mail may be read years later.
 */
export function offToken({ keys }: Using<'keys'>, { passengerId, kind }: Off): string {
  const id = Buffer.from(passengerId.replaceAll('-', ''), 'hex');
  const tag = tagOf(keys.cardNews, kind, id);
  return Buffer.concat([tag, cross(keys.cardNews, tag, id)]).toString('base64url');
}

/** Reads what `offToken` made; undefined for any other text. */
export function readOffToken({ keys }: Using<'keys'>, token: string): Off | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const tag = bytes.subarray(0, tagBytes);
  if (bytes.length !== 2 * tagBytes) return undefined;
  const id = cross(keys.cardNews, tag, bytes.subarray(tagBytes));
  const kind = cardNewsKinds.find((one) => timingSafeEqual(tagOf(keys.cardNews, one, id), tag));
  const passengerId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return kind && { passengerId, kind };
}

function tagOf(key: Uint8Array, kind: CardNewsKind, id: Buffer): Buffer {
  return keyedHash(key, `tag ${kind} ${id.toString('hex')}`).subarray(0, tagBytes);
}

/** Encrypts the id, or decrypts it. */
function cross(key: Uint8Array, tag: Buffer, id: Buffer): Buffer {
  return createCipheriv('aes-256-ctr', keyedHash(key, 'cipher'), tag).update(id);
}
