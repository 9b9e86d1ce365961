import type pg from 'pg';
import type { Db, ResultRow } from '../../lib/sql.ts';
import { RefusedFile } from '../refused-file.ts';
import type { Counts } from '../report.ts';
import type { PieceRecord } from './canonical.ts';
import type { Provenance } from './feed-table.ts';
import * as queries from './pieces.queries.ts';
import { countUpsert, type StageRows, upsert } from './staging.queries.ts';

/** A piece in its stored form. */
export interface StoredPiece {
  readonly pieceId: string;
  readonly kind: string;
  readonly about: string;
  readonly beside: string | null;
  readonly seeks: string | null;
  readonly content: unknown;
  readonly isOpen: boolean;
  readonly origin: Provenance;
  readonly line: number;
}

/** Pieces that are to be read together, and what they look up. */
export interface ChangedPieces {
  readonly pieces: readonly StoredPiece[];
  readonly sought: readonly StoredPiece[];
}

export interface PiecesTask {
  pieces: StageRows<PieceRecord>;
  counts: Counts;
  /** Of the staged pieces that are known those that are read again: see {@link queries.noteKeys}. */
  changed: keyof typeof queries.noteKeys;
}

/** Stores the newest version of each piece, and remembers which keys must be read again. */
export async function writePieces(client: pg.ClientBase, { pieces, counts, changed }: PiecesTask): Promise<void> {
  const staged = await pieces.stage(client);
  const compare = async () => {
    await queries.preferHigherRank(client);
    await queries.noteKeys[changed](client);
    await queries.noteLateKeys(client);
    await queries.keepLeftPieces(client);
    await queries.keepLatePieces(client);
  };
  const result = await upsert(client, queries.upsertPieces, staged, compare);
  countUpsert(counts, 'pieces', pieces.delivered, result);
}

/** Remembers the keys of the pieces that were delivered in these lines: what they make is to be made again. */
export async function notePiecesOfRows(client: pg.ClientBase, fileId: number, lines: readonly number[]): Promise<void> {
  await queries.noteKeysOfRows(client, { fileId, lines });
}

/** The most keys that may lead to one another. A day of a card has some dozen, so more of them are an error in the file. */
const mostKeys = 400_000;

/** The pieces that have changed since the last call, with all that they lead to, some thousand at once. */
export async function* readChangedPieces(db: Db): AsyncGenerator<ChangedPieces> {
  await queries.noteWaitingKeys(db);
  for (;;) {
    let keys = await queries.takeChangedKeys(db);
    if (keys === 0) break;
    for (let round = 0, found = keys; found > 0; round += 1) {
      const [row] = await queries.readKeysBeside(db, { round });
      found = row?.count ?? 0;
      keys += found;
      if (keys > mostKeys) throw new RefusedFile(`more than ${mostKeys} rows of trips and payments name one another`);
    }
    const [pieces, sought] = [await queries.listPieces(db), await queries.listSought(db)];
    await queries.forgetReadKeys(db);
    await queries.emptyReadKeys(db);
    const provenances = new Map<number, Provenance>();
    const stored = (row: PieceRow) => storedOf(row, provenances);
    yield { pieces: pieces.map(stored), sought: sought.map(stored) };
  }
  await queries.emptyChangedKeys(db);
}

type PieceRow = ResultRow<typeof queries.listPieces>;

/** Pieces come from few files: each file is in memory once. */
function storedOf(row: PieceRow, provenances: Map<number, Provenance>): StoredPiece {
  const { file_id: fileId } = row;
  const origin = provenances.get(fileId) ?? { fileId, exportedAt: new Date(row.exported_at).toISOString() };
  provenances.set(fileId, origin);
  return {
    pieceId: row.piece_id,
    kind: row.kind,
    about: row.about,
    beside: row.beside,
    seeks: row.seeks,
    content: row.content,
    isOpen: row.is_open,
    origin,
    line: row.line_number,
  };
}

/** Remembers which of these pieces wait for another one. @returns how many wait more than before. */
export async function markOpenPieces(
  db: Db,
  pieces: readonly StoredPiece[],
  open: ReadonlySet<string>,
): Promise<number> {
  const opened = pieces.filter(({ pieceId, isOpen }) => !isOpen && open.has(pieceId)).map(({ pieceId }) => pieceId);
  const closed = pieces.filter(({ pieceId, isOpen }) => isOpen && !open.has(pieceId)).map(({ pieceId }) => pieceId);
  if (opened.length > 0) await queries.markOpen(db, { pieces: opened, isOpen: true });
  if (closed.length > 0) await queries.markOpen(db, { pieces: closed, isOpen: false });
  return opened.length - closed.length;
}
