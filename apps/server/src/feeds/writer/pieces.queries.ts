import { countingStatement, statement, workStatement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  instant,
  integer,
  jsonb,
  notNull,
  nullable,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import {
  emptyingStatement,
  isNewer,
  listOf,
  namesOf,
  type UpsertStatements,
  updateStatements,
  upsertTexts,
} from './feed-table.sql.ts';
import { changedKeys, pieces, readKeys } from './pieces.table.ts';

const [version, content] = [namesOf(pieces, 'version'), namesOf(pieces, 'content')];

const keysOf = (...rows: readonly string[]) =>
  `cross join lateral (values ${rows.map((row) => `(${row}.about), (${row}.beside)`).join(', ')}) as keys (key)
  where keys.key is not null`;

const noteChangedOf = (condition: string) => `insert into ${changedKeys.stage} (key)
  select distinct keys.key
  from ${pieces.stage} as stage
  join ${pieces.name} as known on known.piece_id = stage.piece_id
  ${keysOf('stage', 'known')}${condition}
  on conflict do nothing`;

const isLater = `(${listOf(version, 'known')}) <= (${listOf(version, 'stage')})`;

/** Notes the keys of staged pieces that are known, as they were and as they will be. */
export const noteKeys = {
  /** Of those that say something else than so far. */
  changed: workStatement(
    'feeds.pieces.noteChanged',
    noteChangedOf(`
    and ${isLater}
    and (${listOf(content, 'known')}) is distinct from (${listOf(content, 'stage')})`),
  ),
  /**
   * Of those that a newer export repeats, too: another format may have written the same tap or trip in between, and the newest export
   * counts.
   */
  newer: workStatement(
    'feeds.pieces.noteNewer',
    noteChangedOf(`
    and ${isLater}`),
  ),
  /** Of all: replayed, they may say something else by another configuration. */
  known: workStatement('feeds.pieces.noteAll', noteChangedOf('')),
} as const;

/** The keys of the pieces that were delivered in these lines. */
export const noteKeysOfRows = statement({
  name: 'feeds.pieces.noteKeysOfRows',
  values: { fileId: bigint, lines: arrayOf(integer) },
  text: `insert into ${changedKeys.stage} (key)
  select distinct keys.key
  from ${pieces.name} as piece
  ${keysOf('piece')}
    and piece.file_id = $fileId
    and piece.line_number = any($lines)
  on conflict do nothing`,
  isPrepared: false,
});

/** What a row of this kind is kept as by what it belonged to before. */
const leftKinds = { micropayment: 'left_fare', settlement: 'left_settlement', refund: 'left_refund' };
/**
 * A row that belonged to something else; or a settlement that another card had, where nothing else may lead to its row there. The kind is that of
 * the staged row, which the known one has too: by the latter PostgreSQL would read all pieces for every batch.
 */
const isKept = `stage.kind in (${Object.keys(leftKinds)
  .map((kind) => `'${kind}'`)
  .join(', ')})
    and (known.about <> stage.about or stage.kind = 'settlement' and known.content ->> 'mediumId' <> stage.content ->> 'mediumId')`;

/** Keeps what the former of two versions of such a row says, as a piece of what it belonged to. */
const keepLeft = (name: string, { former, later, condition }: Record<'former' | 'later' | 'condition', string>) =>
  workStatement(
    name,
    `insert into ${pieces.name} (piece_id, kind, about, beside, seeks, content, rank, exported_at, file_id, line_number)
  select md5(known.piece_id::text || ${former}.about::text
      || case when known.about = stage.about then ${former}.content ->> 'mediumId' else '' end)::uuid,
    case stage.kind ${Object.entries(leftKinds)
      .map(([kind, left]) => `when '${kind}' then '${left}'`)
      .join(' ')} end,
    ${former}.about, ${former}.beside, null, ${former}.content,
    ${later}.rank, ${later}.exported_at, ${later}.file_id, ${later}.line_number
  from ${pieces.stage} as stage
  join ${pieces.name} as known on known.piece_id = stage.piece_id
  where ${isKept}
    and ${condition}
  on conflict (piece_id) do update
  set rank = excluded.rank,
    exported_at = excluded.exported_at,
    file_id = excluded.file_id,
    line_number = excluded.line_number`,
  );

/**
 * Keeps what a fare or settlement said while it belonged to another payment, as a piece of that payment: if nothing else belongs to it, only
 * this says what the payment was made of. And what a request for a refund said while it named another fare, which shows its refund no more.
 */
export const keepLeftPieces = keepLeft('feeds.pieces.keepLeft', {
  former: 'known',
  later: 'stage',
  condition: isLater,
});

/** The same where the former version comes after the later one. */
export const keepLatePieces = keepLeft('feeds.pieces.keepLate', {
  former: 'stage',
  later: 'known',
  condition: `not (${isLater})`,
});

/** The keys of what {@link keepLatePieces} gives a piece. */
export const noteLateKeys = workStatement(
  'feeds.pieces.noteLateKeys',
  `insert into ${changedKeys.stage} (key)
  select distinct keys.key
  from ${pieces.stage} as stage
  join ${pieces.name} as known on known.piece_id = stage.piece_id
  ${keysOf('stage')}
    and ${isKept}
    and not (${isLater})
  on conflict do nothing`,
);

/** The keys of new pieces are noted with them: a first delivery looks nothing up. */
const insertNew = statement({
  name: 'feeds.pieces.insertNew',
  row: { count: notNull(integer, 'a count') },
  text: `with changed as (
    ${upsertTexts(pieces).insertNew}
    returning about, beside
  ),
  noted as (
    insert into ${changedKeys.stage} (key)
    select distinct keys.key
    from changed
    ${keysOf('changed')}
    on conflict do nothing
  )
  select count(*)::integer as count from changed`,
  isPrepared: false,
});

export const upsertPieces: UpsertStatements = {
  ...updateStatements(pieces),
  insertNew: async (db) => {
    const [row] = await insertNew(db);
    return row?.count ?? 0;
  },
};

/**
 * Reads the pieces of each staged key by an index, whatever PostgreSQL knows of their table: it may be filled in this very
 * transaction, and PostgreSQL would read all of it for every batch. `offset 0` keeps the two queries apart.
 */
const piecesOf = (column: string, key: string) => `cross join lateral (
      select *
      from ${pieces.name}
      where ${column} = ${key}
      offset 0
    ) as piece`;

/** The keys of pieces that have waited for one of the changed keys. */
export const noteWaitingKeys = workStatement(
  'feeds.pieces.noteWaitingKeys',
  `insert into ${changedKeys.stage} (key)
  select distinct piece.about
  from ${changedKeys.stage} as changed
  ${piecesOf('is_open and seeks', 'changed.key')}
  on conflict do nothing`,
);

/** Of two versions with a rank the higher rank counts, also in an older export: it gets the origin of the newer export. */
export const preferHigherRank = workStatement(
  'feeds.pieces.preferHigherRank',
  `update ${pieces.stage} as stage
  set exported_at = known.exported_at,
    file_id = known.file_id,
    line_number = known.line_number
  from ${pieces.name} as known
  where known.piece_id = stage.piece_id
    and known.rank < stage.rank
    and ${isNewer}`,
);

/** So many keys are read at once: their pieces have to fit into memory. */
const keysAtOnce = 2000;

export const takeChangedKeys = countingStatement(
  'feeds.pieces.takeChanged',
  `insert into ${readKeys.stage} (key, round)
  select key, 0
  from ${changedKeys.stage}
  limit ${keysAtOnce}`,
);

/** One step from the keys of the last round, over the pieces that have them, to the other keys of these. */
export const readKeysBeside = statement({
  name: 'feeds.pieces.readKeysBeside',
  values: { round: integer },
  row: { count: notNull(integer, 'a count') },
  text: `with found as (
    insert into ${readKeys.stage} (key, round)
    select piece.beside, $round + 1
    from ${readKeys.stage} as known
    ${piecesOf('about', 'known.key')}
    where known.round = $round
      and piece.beside is not null
    union
    select piece.about, $round + 1
    from ${readKeys.stage} as known
    ${piecesOf('beside', 'known.key')}
    where known.round = $round
    on conflict do nothing
    returning 1
  )
  select count(*)::integer as count from found`,
  isPrepared: false,
});

const pieceColumns = {
  piece_id: uuid,
  kind: text,
  about: uuid,
  beside: nullable(uuid),
  seeks: nullable(uuid),
  content: jsonb<unknown>(),
  is_open: boolean,
  exported_at: instant,
  file_id: bigint,
  line_number: integer,
};
const columns = Object.keys(pieceColumns);

/** The pieces of the keys that are read: once no new key turns up, each has the key of what it belongs to among them. */
export const listPieces = statement({
  name: 'feeds.pieces.list',
  row: pieceColumns,
  text: `select ${listOf(columns, 'piece')}
  from ${readKeys.stage} as known
  ${piecesOf('about', 'known.key')}`,
  isPrepared: false,
});

/** What the pieces of the keys that are read look up. */
export const listSought = statement({
  name: 'feeds.pieces.listSought',
  row: pieceColumns,
  text: `select ${listOf(columns, 'piece')}
  from (
    select distinct piece.seeks
    from ${readKeys.stage} as known
    ${piecesOf('about', 'known.key')}
    where piece.seeks is not null
  ) as seeker
  ${piecesOf('about', 'seeker.seeks')}`,
  isPrepared: false,
});

export const forgetReadKeys = workStatement(
  'feeds.pieces.forgetRead',
  `delete from ${changedKeys.stage} as changed
  using ${readKeys.stage} as known
  where changed.key = known.key`,
);

export const emptyReadKeys = emptyingStatement('feeds.pieces.emptyRead', [readKeys]);
export const emptyChangedKeys = emptyingStatement('feeds.pieces.emptyChanged', [changedKeys]);

export const markOpen = statement({
  name: 'feeds.pieces.markOpen',
  values: { pieces: arrayOf(uuid), isOpen: boolean },
  text: `update ${pieces.name} set is_open = $isOpen where piece_id = any($pieces)`,
});
