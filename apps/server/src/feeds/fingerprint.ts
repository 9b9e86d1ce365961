import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readBytes } from './text/read-bytes.ts';

export interface Fingerprint {
  contentHash: Buffer;
  sizeBytes: number;
  /** Every month (`2026-03`) that stands somewhere in the file as part of a date. */
  months: Set<string>;
}

/** A date cut in two by the end of a read is found in the next one, which starts with the last bytes of this one. */
const overlap = 10;
const date = /(20[1-9]\d-(?:0[1-9]|1[0-2]))-[0-3]\d[T ]/g;

/**
 * Reads a file once, to know whether it was imported before and which months it may fill. The months are a guess that
 * is never too short by more than a time zone: the writer still looks at every row.
 */
export async function fingerprint(file: FileHandle): Promise<Fingerprint> {
  const hash = createHash('sha256');
  const months = new Set<string>();
  let sizeBytes = 0;
  let tail = '';
  for await (const bytes of readBytes(file)) {
    hash.update(bytes);
    sizeBytes += bytes.length;
    const text = tail + bytes.toString('latin1');
    for (const [, month] of text.matchAll(date)) if (month) months.add(month);
    tail = text.slice(-overlap);
  }
  return { contentHash: hash.digest(), sizeBytes, months };
}
