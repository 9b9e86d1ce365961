import { crc32, deflateRawSync } from 'node:zlib';

/** 1 May 2025, in the date format of archives. */
const someDay = (45 << 9) | (5 << 5) | 1;

/** A zip archive of some files, as any program writes it; `day` is when they were written. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, day = someDay): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [fileName, content] of Object.entries(files)) {
    const name = Buffer.from(fileName);
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const local = Buffer.concat([header(0x04034b50, 30, { name, data, packed, day }), name, packed]);
    centrals.push(header(0x02014b50, 46, { name, data, packed, day, offset }), name);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

interface Member {
  name: Buffer;
  data: Buffer;
  packed: Buffer;
  day: number;
  /** The offset of its local header; for the directory at the end only. */
  offset?: number;
}

function header(signature: number, length: number, { name, data, packed, day, offset }: Member): Buffer {
  const bytes = Buffer.alloc(length);
  // The directory repeats the local header after the version of the program.
  const at = offset === undefined ? 4 : 6;
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, at);
  bytes.writeUInt16LE(8, at + 4);
  bytes.writeUInt16LE(day, at + 8);
  bytes.writeUInt32LE(crc32(data), at + 10);
  bytes.writeUInt32LE(packed.length, at + 14);
  bytes.writeUInt32LE(data.length, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
  if (offset !== undefined) bytes.writeUInt32LE(offset, 42);
  return bytes;
}
