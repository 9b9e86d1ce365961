import { createHash } from 'node:crypto';
import type { OpenedFile } from './format.ts';
import { readBytes } from './text/read-bytes.ts';

export interface Fingerprint {
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
