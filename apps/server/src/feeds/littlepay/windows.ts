import type { RowContext } from '../row-context.ts';
import type { PieceRecord } from '../writer/canonical.ts';
import { keyOf } from './columns.ts';
import { pieceKinds, type WindowContent } from './contents.ts';

interface NamedWindow extends WindowContent {
  line: number;
  participant: string | null;
  id: string;
}

/**
 * What a payment of another back office says of the aggregation of the same id: its reference. Littlepay names none where nothing
 * was asked of the bank.
 */
export function windowPiece(context: RowContext, { line, participant, id, reference }: NamedWindow): PieceRecord {
  const content: WindowContent = { reference };
  return {
    line,
    pieceId: keyOf(context, { noun: 'window', participant, id }),
    kind: pieceKinds.window,
    about: keyOf(context, { noun: 'aggregation', participant, id }),
    beside: null,
    seeks: null,
    rank: null,
    content,
  };
}
