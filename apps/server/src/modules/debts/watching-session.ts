import { passGate } from '../../gate/gate.queries.ts';
import type { Using } from '../../plugins/context.ts';

/** Whether a session still lives and still has the card. Asking does not count as using it (SES-07). */
export async function isStillLive(
  { readDb }: Using<'readDb'>,
  question: { tokenHash: Buffer; cardId: number },
): Promise<boolean> {
  const [row] = await passGate(readDb, question);
  return row?.state === 'live' && row.medium_id !== null;
}
