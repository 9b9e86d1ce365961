import { exportTime } from '../export-time.ts';
import type { Format, OpenedDelivery, OpenedFile, Recognised, Refusal, RowReader } from '../format.ts';
import { foreignEncoding } from '../text/foreign-encoding.ts';
import { readBytes } from '../text/read-bytes.ts';
import { readRows } from '../text/read-rows.ts';
import { readEntity } from './read-entity.ts';
import { type Dialect, type RecognisedHeader, recogniseHeader } from './recognise-header.ts';

type Told = Pick<Format, 'name' | 'about' | 'assembler'>;

/** A format whose deliveries are single files of rows, each known by its header. */
export function delimitedFormat({ name, about, assembler, ...dialect }: Told & Dialect): Format {
  return {
    name,
    about,
    ...(assembler && { assembler }),
    listFiles: async (place) => [place],
    recognise: (opened) => recognise(opened, dialect),
    replay: (headerText) => {
      const recognised = recogniseHeader(headerText, dialect);
      return 'refusal' in recognised ? recognised.refusal : readerOf(recognised, dialect);
    },
  };
}

async function recognise({ name, files }: OpenedDelivery, dialect: Dialect): Promise<Recognised | Refusal> {
  const [file] = files;
  if (!file) throw new Error('such a delivery is one file');
  const exportedAt = exportTime(name, file.modifiedMs);
  if (file.sizeBytes === 0) return { name, exportedAt, refusal: 'the file is empty' };
  const foreign = foreignEncoding(file.beginning);
  if (foreign !== undefined) return { name, exportedAt, refusal: foreign };
  const header = await firstRow(file, dialect);
  const recognised = recogniseHeader(header, dialect);
  if ('refusal' in recognised) return { name, exportedAt, ...recognised };
  const { kind, read } = readerOf(recognised, dialect);
  const part = {
    kind,
    read: (context: Parameters<typeof read>[1], onRead: (bytes: number) => void) =>
      read(readRows(watchedBytes(file, onRead), dialect.separator), context),
  };
  return { name, exportedAt, header, parts: [part], notes: new Map() };
}

function readerOf(recognised: RecognisedHeader, { separator }: Dialect): RowReader {
  const { kind } = recognised.entity;
  return { kind, read: (rows, context) => readEntity(rows, { ...recognised, separator }, context) };
}

async function firstRow({ handle }: OpenedFile, { separator }: Dialect): Promise<string> {
  for await (const rows of readRows(readBytes(handle, 1 << 14), separator)) return rows[0]?.text ?? '';
  return '';
}

/** The bytes of a file; reports after each piece how far it has been read. */
async function* watchedBytes({ handle }: OpenedFile, onRead: (bytes: number) => void): ReturnType<typeof readBytes> {
  let readSoFar = 0;
  for await (const bytes of readBytes(handle)) {
    yield bytes;
    readSoFar += bytes.length;
    onRead(readSoFar);
  }
}
