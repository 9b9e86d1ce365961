import type { Chunk } from '../canonical.ts';
import type { RowContext } from '../row-context.ts';
import type { Header } from '../text/header.ts';
import type { Kind } from '../writer/counts.ts';

/** Puts what one row says into the chunk. @throws BadRow when the row cannot be used. */
export type ReadRow = (fields: readonly string[], line: number, chunk: Chunk) => void;

/** One kind of file of a format whose files are rows with a header. */
export interface Entity {
  name: string;
  /** What its rows are counted as when they cannot be used. */
  kind: Kind;
  /** Columns without which the file is refused; together they distinguish the entities. */
  required: readonly string[];
  reader(header: Header, context: RowContext): ReadRow;
}
