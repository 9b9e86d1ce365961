import { assemblePieces } from './assemble-pieces.ts';
import type { Format, OpenedDelivery, Recognised } from './format.ts';
import type { Importer } from './importer.ts';
import { closeFile, type NewFile } from './ledger.ts';
import { refuseIfChanged } from './open-delivery.ts';
import { readSilencedFares } from './read-silenced-fares.ts';
import { addUp, type FileReport, type OnProgress } from './report.ts';
import { addUpWritten, refusalOf, type Written, writeParts } from './write-parts.ts';
import { openStages } from './writer/batch-writer.ts';

/** A delivery that can be read. */
export interface NewDelivery {
  readonly format: Format;
  readonly found: Recognised;
  readonly opened: OpenedDelivery;
  readonly entry: NewFile;
  readonly onProgress: OnProgress;
}

/** A delivery that this transaction has entered into the ledger. */
export interface EnteredFile extends NewDelivery {
  readonly fileId: number;
}

interface WrittenFile extends EnteredFile {
  readonly reason: string | undefined;
  readonly written: Written;
}

/**
 * Writes the deliveries that are entered, and once they are all read, what their pieces say together.
 * @returns the reports of all, in their order.
 */
export async function writeDeliveries(
  importer: Importer,
  entered: readonly (FileReport | EnteredFile)[],
): Promise<FileReport[]> {
  const files: WrittenFile[] = [];
  const written: (FileReport | WrittenFile)[] = [];
  await openStages(importer.client);
  for (const one of entered) {
    if ('status' in one) written.push(one);
    else {
      const file = await writeRowsOf(importer, one);
      files.push(file);
      written.push(file);
    }
  }
  await readSilencedFares(importer);
  const last = files.at(-1);
  const together = last && (await writePieces(importer, last));
  const reports: FileReport[] = [];
  for (const one of written)
    reports.push('status' in one ? one : await finish(importer, one, one === last && together));
  return reports;
}

async function writeRowsOf(importer: Importer, file: EnteredFile): Promise<WrittenFile> {
  const { entry, found, fileId, onProgress } = file;
  const { name, sizeBytes } = entry;
  const onRead = (readBytes: number) => onProgress({ name, readBytes, sizeBytes });
  const written = await writeParts(importer, found.parts, { fileId, entry, onRead });
  return { ...file, written, reason: refusalOf(written) };
}

/** What pieces say is counted with the last file. */
async function writePieces(importer: Importer, { format, fileId, entry }: WrittenFile): Promise<Written | undefined> {
  const { assembler } = format;
  return assembler && (await assemblePieces(importer, { assembler, fileId, exportedAt: entry.exportedAt }));
}

async function finish(
  importer: Importer,
  file: WrittenFile,
  together: Written | false | undefined,
): Promise<FileReport> {
  const { entry, found, fileId, opened, reason } = file;
  const written = together ? addUpWritten([file.written, together]) : file.written;
  await closeFile(importer.client, fileId, { counts: written.counts, refusal: reason ?? null });
  await refuseIfChanged(opened);
  const notes = addUp([found.notes, written.notes]);
  const status = reason === undefined ? 'imported' : 'refused';
  return { name: entry.name, format: entry.format, status, reason, ...written, notes };
}
