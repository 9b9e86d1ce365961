import type { Assembler } from './assembler.ts';
import type { Importer } from './importer.ts';
import { keepKnownPayments } from './keep-known-payments.ts';
import { RowContext } from './row-context.ts';
import type { Written } from './write-parts.ts';
import { Counts } from './writer/counts.ts';
import { markOpenPieces, readChangedPieces } from './writer/pieces.ts';
import type { Provenance } from './writer/provenance.ts';

export interface AssemblyTask extends Provenance {
  assembler: Assembler;
  isReplay?: boolean;
}

/** Writes what the pieces say that were changed in this transaction. `fileId` is a file that changed some. */
export async function assemblePieces(importer: Importer, task: AssemblyTask): Promise<Written> {
  const { client } = importer;
  const { assembler, isReplay } = task;
  const counts = new Counts();
  const context = new RowContext({ ...importer.facts, exportedAt: task.exportedAt });
  const writer = importer.writerOf({ provenance: task, counts, isReplay });
  try {
    for await (const changed of readChangedPieces(client)) {
      const assembled = assembler.assemble(changed, context);
      counts.add('pieces', { waiting: await markOpenPieces(client, changed.pieces, assembled.open) });
      await writer.add(await keepKnownPayments(client, assembled));
    }
    await writer.close();
  } finally {
    await writer.waitUntilIdle();
  }
  const { size: setAside, shown, reasons } = writer.quarantine;
  return { rows: 0, setAside, counts, notes: context.notes, quarantined: shown, reasons };
}
