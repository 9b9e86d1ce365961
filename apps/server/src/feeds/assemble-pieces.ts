import type pg from 'pg';
import type { Assembler } from './assembler.ts';
import type { RowContext } from './row-context.ts';
import type { BatchWriter } from './writer/batch-writer.ts';
import type { Counts } from './writer/counts.ts';
import { markOpenPieces, readChangedPieces } from './writer/pieces.ts';

export interface AssemblyTask {
  client: pg.ClientBase;
  assembler: Assembler;
  writer: BatchWriter;
  context: RowContext;
  counts: Counts;
}

/** Writes what the pieces say that the rows before have changed. */
export async function assemblePieces({ client, assembler, writer, context, counts }: AssemblyTask): Promise<void> {
  await writer.flush();
  for await (const changed of readChangedPieces(client)) {
    const { chunk, open } = assembler.assemble(changed, context);
    counts.add('pieces', { waiting: await markOpenPieces(client, changed.pieces, open) });
    await writer.add(chunk);
  }
}
