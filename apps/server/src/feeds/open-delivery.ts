import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Format, OpenedDelivery, OpenedFile, Recognised, RecogniseOptions, Refusal } from './format.ts';
import { openOrdinary } from './open-file.ts';
import type { OnProgress } from './report.ts';
import { readBytes } from './text/read-bytes.ts';

/** Something to import. */
export interface Delivery {
  /** What it may be: of several the first that recognises it. */
  formats: readonly Format[];
  path: string;
  /** The name of the delivery; the last part of its path if it was not unpacked. */
  name?: string | undefined;
  /** The operator that the caller or the folder names. */
  operatorCode?: string | undefined;
  onProgress?: OnProgress | undefined;
}

/** Opens the files of a delivery. They stay open until `closeDelivery`, so that the checked files are the ones that are read. */
export async function openDelivery({ formats, path: place, name }: Delivery): Promise<OpenedDelivery> {
  const files: OpenedFile[] = [];
  try {
    for (const file of (await formats[0]?.listFiles(place)) ?? []) files.push(await openFile(file));
    return { name: name ?? path.basename(path.resolve(place)), files };
  } catch (error) {
    await closeDelivery({ files });
    throw error;
  }
}

async function openFile(file: string): Promise<OpenedFile> {
  const handle = await openOrdinary(file);
  try {
    const { size, mtimeMs } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    const beginning = buffer.subarray(0, bytesRead);
    return { name: path.basename(file), handle, sizeBytes: size, modifiedMs: mtimeMs, beginning };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Closes the files of a delivery. */
export async function closeDelivery({ files }: Pick<OpenedDelivery, 'files'>): Promise<void> {
  for (const { handle } of files) await handle.close();
}

/** What was read must be what was hashed: a file that is still being written is taken as a whole later. */
export async function refuseIfChanged({ files }: OpenedDelivery): Promise<void> {
  for (const { handle, sizeBytes, modifiedMs } of files) {
    const now = await handle.stat();
    if (now.size !== sizeBytes || now.mtimeMs !== modifiedMs) throw new Error('the file changed while it was read');
  }
}

export interface Judged {
  format: Format;
  found: Recognised | Refusal;
}

/** What a delivery is; when none recognises it, what the nearest says of it, the first of several. */
export async function recognise(
  { formats }: Delivery,
  opened: OpenedDelivery,
  options: RecogniseOptions,
): Promise<Judged> {
  let refused: { format: Format; found: Refusal } | undefined;
  for (const format of formats) {
    const found = await format.recognise(opened, options);
    if (!('refusal' in found)) return { format, found };
    if (refused === undefined || distanceOf(found) < distanceOf(refused.found)) refused = { format, found };
  }
  if (!refused) throw new Error('a delivery may be of one format at least');
  return refused;
}

const distanceOf = ({ distance = 1 }: Refusal): number => distance;

interface Fingerprint {
  contentHash: Buffer;
  sizeBytes: number;
}

/** Reads the files of a delivery once, to know whether it was imported before. */
export async function fingerprint(files: readonly OpenedFile[]): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (const { name, handle } of files) {
    // A single file is the same under another name; among several the name says which is which.
    if (files.length > 1) hash.update(name);
    for await (const bytes of readBytes(handle)) {
      hash.update(bytes);
      sizeBytes += bytes.length;
    }
  }
  return { contentHash: hash.digest(), sizeBytes };
}
