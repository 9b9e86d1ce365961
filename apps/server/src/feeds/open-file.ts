import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a delivered file for reading. Who may lay files into the inbox may lay links and pipes there too: a link could
 * name any file of this machine, and a pipe would be waited for without end.
 * @throws Error for anything but an ordinary file.
 */
export async function openOrdinary(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
    throw isMisread(file) ? new Error(`the name ${file} is not UTF-8 text: rename it`, { cause: error }) : error;
  });
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is no ordinary file`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether a name was not UTF-8: Node puts \uFFFD in place of the unknown bytes, and the file cannot be opened by that name. */
export function isMisread(name: string): boolean {
  return name.includes('\uFFFD');
}
