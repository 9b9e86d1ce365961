import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes a file in one step: it is written beside and moved into place, so that no reader sees half of it and an interruption leaves
 * the old one. Several processes may do so at the same time.
 */
export function replaceFile(file: string, content: string): void {
  const unfinished = `${file}.${process.pid}.part`;
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(unfinished, content);
    renameSync(unfinished, file);
  } catch (error) {
    // The disk may be full: what was written of it takes room.
    rmSync(unfinished, { force: true });
    throw error;
  }
}
