import { isDeepStrictEqual } from 'node:util';
import { type OwnMedium, ownMedia } from '../../gate/own-media.ts';
import { passGate } from '../../gate/pass-gate.ts';
import type { Using } from '../../plugins/context.ts';

interface Question {
  readonly tokenHash: Buffer;
  readonly cardId: number;
  readonly media: readonly OwnMedium[];
}

/** Whether a session still lives and still has the card with exactly these media. The question does not keep the session alive (SES-07). */
export async function isStillLive(
  { readDb }: Using<'readDb'>,
  { tokenHash, cardId, media }: Question,
): Promise<boolean> {
  const rows = await passGate(readDb, { tokenHash, cardId });
  return rows[0]?.state === 'live' && isDeepStrictEqual(ownMedia(rows), media);
}
