import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readBytes } from './text/read-bytes.ts';

export interface Fingerprint {
  contentHash: Buffer;
  sizeBytes: number;
}

/** Reads a file once, to know whether it was imported before. */
export async function fingerprint(file: FileHandle): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const bytes of readBytes(file)) {
    hash.update(bytes);
    sizeBytes += bytes.length;
  }
  return { contentHash: hash.digest(), sizeBytes };
}
