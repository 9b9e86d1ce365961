import type { FileHandle } from 'node:fs/promises';
import type { Operators } from '../config/operators.ts';
import type { Assembler } from './assembler.ts';
import type { Kind } from './report.ts';
import type { RowContext } from './row-context.ts';
import type { Chunk, RawRow } from './writer/canonical.ts';

/**
 * One way in which back offices write what they deliver. A format tells its deliveries apart and reads them into canonical
 * records. It knows nothing of the ledger, the transaction, the fingerprint and the tables: those are the same for all.
 */
export interface Format {
  /** As the ledger and the command line call it. */
  readonly name: string;
  /** One line for the help of the command line. */
  readonly about: string;
  /** Names that show which files of a folder are one delivery of this format. Absent: each file is a separate delivery. */
  readonly folder?: FolderNames;
  /** The files that make up the delivery at a place. */
  listFiles(place: string): Promise<string[]>;
  /** Returns what was delivered, or why nothing of it can be used. */
  recognise(opened: OpenedDelivery, about: RecogniseOptions): Promise<Recognised | Refusal>;
  /** Makes records of its pieces, if its rows deliver trips and payments in pieces. */
  readonly assembler?: Assembler;
  /** Says how kept rows of a file with this header are read again, or why they cannot be. Absent: they are not kept to be. */
  replay?(header: string): RowReader | string;
  /** The columns that a file with this header has, as they are read. Absent where the ledger keeps no headers. */
  columnsOf?(header: string): readonly string[];
}

export interface FolderNames {
  /** Names in lower case that a folder with such a delivery has, all of them. */
  readonly required: readonly string[];
  /** The names of the files that belong to it; other files of the folder do not. */
  readonly files: RegExp;
}

export interface OpenedFile {
  readonly name: string;
  readonly handle: FileHandle;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Its first eight bytes. */
  readonly beginning: Buffer;
}

/** A delivery with its files open for reading. */
export interface OpenedDelivery {
  /** What it is called: the last part of its path, unless the caller says otherwise. */
  readonly name: string;
  readonly files: readonly OpenedFile[];
}

/** What every delivery is judged by. */
export interface Judging {
  readonly operators: Operators;
  readonly now: Date;
}

export interface RecogniseOptions extends Judging {
  /** The operator that the caller or the folder names. */
  readonly operatorCode: string | undefined;
}

/** Why a delivery cannot be used. */
export interface Refusal {
  readonly name: string;
  readonly refusal: string;
  /** The time of its export; the ledger then stores the refusal. Without it the delivery is judged again when it comes again. */
  readonly exportedAt?: string;
  /**
   * How far it is from a delivery of this format, from 0 to 1; 1 when absent. Of several formats that refuse a delivery
   * the nearest gives the reason.
   */
  readonly distance?: number;
  /** What it is not, where nothing in its first row is of this format: `an Enghouse file`. */
  readonly strangerTo?: string;
}

/** Why a file is refused whose first row is of none of these formats. */
export function noHeaderOf(files: readonly string[]): string {
  return `the first row is not the header of ${new Intl.ListFormat('en', { type: 'disjunction' }).format(files)}`;
}

export interface Recognised {
  /** What the ledger calls the delivery. */
  readonly name: string;
  readonly exportedAt: string;
  /** The first row, for a format whose rows can be read again. */
  readonly header?: string;
  readonly parts: readonly Part[];
  /** Notes for the administrator, each with its number. */
  readonly notes: ReadonlyMap<string, number>;
}

/** One table of a delivery. */
export interface Part {
  /** What the ledger calls it behind the name of the delivery; absent where the delivery is this one table. */
  readonly name?: string;
  /** What its rows are counted as when they cannot be used. */
  readonly kind: Kind;
  /** Reads its rows. Calls `onRead` with the number of bytes read so far. */
  read(context: RowContext, onRead: (bytes: number) => void): AsyncIterable<Chunk>;
}

/** Makes canonical records of rows in their original form. */
export interface RowReader {
  readonly kind: Kind;
  read(rows: AsyncIterable<RawRow[]>, context: RowContext): AsyncIterable<Chunk>;
}
