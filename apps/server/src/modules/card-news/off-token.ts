import { timingSafeEqual } from 'node:crypto';
import { type NewsKind, newsKinds } from '@tapfolio/domain/card-news.ts';
import { keyedHash } from '../../lib/hashing.ts';
import type { Using } from '../../plugins/context.ts';

/** What a link turns off, and for whom. */
interface Off {
  readonly passengerId: string;
  readonly kind: NewsKind;
}

const idBytes = 16;
const tagBytes = 16;

/**
 * The token of the link that turns off one kind of news: the passenger's id, which is random and identifies no person, and a keyed hash of
 * it and the kind. It has the length of all tokens of mailed links, which logs leave out. It does not run out: a mail may be read years later.
 */
export function offToken({ keys }: Using<'keys'>, { passengerId, kind }: Off): string {
  const id = Buffer.from(passengerId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, tagOf(keys.cardNews, kind, id)]).toString('base64url');
}

/** Reads what `offToken` made; undefined for any other text. */
export function readOffToken({ keys }: Using<'keys'>, token: string): Off | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + tagBytes) return undefined;
  const [id, tag] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)];
  const kind = newsKinds.find((one) => timingSafeEqual(tagOf(keys.cardNews, one, id), tag));
  const passengerId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return kind && { passengerId, kind };
}

function tagOf(key: Uint8Array, kind: NewsKind, id: Buffer): Buffer {
  return keyedHash(key, `${kind} ${id.toString('hex')}`).subarray(0, tagBytes);
}
