import type { FileHandle } from 'node:fs/promises';

/**
 * The bytes of an open file from its start, piece by piece. Every piece uses the same memory: use it before asking
 * for the next. (A read stream would close the file when its reader stops early.)
 */
export async function* readBytes(file: FileHandle, pieceBytes = 1 << 16): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(pieceBytes);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
