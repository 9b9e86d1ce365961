import { exportTime } from '../export-time.ts';
import type { Format, OpenedDelivery, OpenedFile, Recognised, Refusal, RowReader } from '../format.ts';
import { foreignEncoding } from '../text/foreign-encoding.ts';
import { readBytes } from '../text/read-bytes.ts';
import { readRows } from '../text/read-rows.ts';
import { type Recognised as RecognisedHeader, recogniseHeader, separator } from './entities.ts';
import { readEnghouse } from './read-rows.ts';

/** Files of an Enghouse back office: taps, fares, payment windows and transactions, each known by its header. */
export const enghouse: Format = {
  name: 'enghouse',
  about: 'Taps, fares, payments and transactions of an Enghouse back office',
  listFiles: async (place) => [place],
  recognise,
  replay: (header) => {
    const recognised = recogniseHeader(header);
    return typeof recognised === 'string' ? recognised : readerOf(recognised);
  },
};

async function recognise({ name, files }: OpenedDelivery): Promise<Recognised | Refusal> {
  const [file] = files;
  if (!file) throw new Error('an Enghouse delivery is one file');
  const exportedAt = exportTime(name, file.modifiedMs);
  if (file.sizeBytes === 0) return { name, exportedAt, refusal: 'the file is empty' };
  const foreign = foreignEncoding(file.beginning);
  if (foreign !== undefined) return { name, exportedAt, refusal: foreign };
  const header = await firstRow(file);
  const recognised = recogniseHeader(header);
  if (typeof recognised === 'string') return { name, exportedAt, refusal: recognised };
  const { kind, read } = readerOf(recognised);
  const part = {
    kind,
    read: (context: Parameters<typeof read>[1], onRead: (bytes: number) => void) =>
      read(readRows(watchedBytes(file, onRead), separator), context),
  };
  return { name, exportedAt, header, parts: [part], notes: new Map() };
}

function readerOf(recognised: RecognisedHeader): RowReader {
  return { kind: recognised.entity.kind, read: (rows, context) => readEnghouse(rows, recognised, context) };
}

async function firstRow({ handle }: OpenedFile): Promise<string> {
  for await (const rows of readRows(readBytes(handle, 1 << 14), separator)) return rows[0]?.text ?? '';
  return '';
}

/** The bytes of a file; tells after each piece how far it has been read. */
async function* watchedBytes({ handle }: OpenedFile, onRead: (bytes: number) => void): ReturnType<typeof readBytes> {
  let readSoFar = 0;
  for await (const bytes of readBytes(handle)) {
    yield bytes;
    readSoFar += bytes.length;
    onRead(readSoFar);
  }
}
