import { statement } from '../../lib/sql.ts';
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
import { isNewer, listOf, namesOf } from './feed-table.sql.ts';
import { changedKeys, pieces, readKeys } from './pieces.table.ts';
import { upsertStatements } from './upsert.queries.ts';
import { countingStatement, workStatement } from './work-statement.sql.ts';

export const upsertPieces = upsertStatements(pieces);

const [version, content] = [namesOf(pieces, 'version'), namesOf(pieces, 'content')];

const noteChangedOf = (condition: string) => `insert into ${changedKeys.stage} (key)
  select distinct keys.key
  from ${pieces.stage} as stage
  left join ${pieces.name} as known on known.piece_id = stage.piece_id
  cross join lateral (values (stage.about), (stage.beside), (known.about), (known.beside)) as keys (key)
  where keys.key is not null${condition}
  on conflict do nothing`;

/** The keys of staged pieces that are new or say something else, as they were and as they will be. */
export const noteChangedKeys = workStatement(
  'feeds.pieces.noteChanged',
  noteChangedOf(`
    and (known.piece_id is null
      or ((${listOf(version, 'known')}) <= (${listOf(version, 'stage')})
        and (${listOf(content, 'known')}) is distinct from (${listOf(content, 'stage')})))`),
);

/** The keys of all staged pieces: replayed, they may say something else by another configuration. */
export const noteAllKeys = workStatement('feeds.pieces.noteAll', noteChangedOf(''));

/** Pieces that have waited for what changed, to look it up. */
export const noteSeekers = workStatement(
  'feeds.pieces.noteSeekers',
  `insert into ${changedKeys.stage} (key)
  select distinct seeker.about
  from ${changedKeys.stage} as changed
  join ${pieces.name} as seeker on seeker.seeks = changed.key
    and seeker.is_open
  on conflict do nothing`,
);

/** A version that counts by its date, though it comes in an older export, corrects what the newer export's said. */
export const datePieces = workStatement(
  'feeds.pieces.date',
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
const keysAtOnce = 4000;

export const takeChangedKeys = countingStatement(
  'feeds.pieces.takeChanged',
  `insert into ${readKeys.stage} (key, round)
  select key, 0
  from ${changedKeys.stage}
  limit ${keysAtOnce}`,
);

/** One step from the keys of the last round, over the pieces that have them, to the other keys of these. */
export const readOn = statement({
  name: 'feeds.pieces.readOn',
  values: { round: integer },
  row: { count: notNull(integer, 'a count') },
  text: `with found as (
    insert into ${readKeys.stage} (key, round)
    select piece.beside, $round + 1
    from ${readKeys.stage} as known
    join ${pieces.name} as piece on piece.about = known.key
    where known.round = $round
      and piece.beside is not null
    union
    select piece.about, $round + 1
    from ${readKeys.stage} as known
    join ${pieces.name} as piece on piece.beside = known.key
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
const inTable = 'never null in the table';

const ofReadKeys = (column: string) => `select piece.*
    from ${readKeys.stage} as known
    join ${pieces.name} as piece on piece.${column} = known.key`;

/** The pieces of the keys that are read. */
export const listPieces = statement({
  name: 'feeds.pieces.list',
  // Both halves of a union are the table itself.
  row: {
    ...pieceColumns,
    piece_id: notNull(uuid, inTable),
    kind: notNull(text, inTable),
    about: notNull(uuid, inTable),
    content: notNull(jsonb<unknown>(), inTable),
    is_open: notNull(boolean, inTable),
    exported_at: notNull(instant, inTable),
    file_id: notNull(bigint, inTable),
    line_number: notNull(integer, inTable),
  },
  text: `select distinct on (piece_id) ${listOf(columns)}
  from (
    ${ofReadKeys('about')}
    union all
    ${ofReadKeys('beside')}
  ) as piece
  order by piece_id`,
  isPrepared: false,
});

/** What the pieces of the keys that are read look up. */
export const listSought = statement({
  name: 'feeds.pieces.listSought',
  row: pieceColumns,
  text: `select distinct on (sought.piece_id) ${listOf(columns, 'sought')}
  from (
    ${ofReadKeys('about')}
  ) as piece
  join ${pieces.name} as sought on sought.about = piece.seeks
  order by sought.piece_id`,
  isPrepared: false,
});

export const forgetReadKeys = workStatement(
  'feeds.pieces.forgetRead',
  `delete from ${changedKeys.stage} as changed
  using ${readKeys.stage} as known
  where changed.key = known.key`,
);

export const emptyReadKeys = workStatement('feeds.pieces.emptyRead', `truncate ${readKeys.stage}`);
export const emptyChangedKeys = workStatement('feeds.pieces.emptyChanged', `truncate ${changedKeys.stage}`);

export const markOpen = statement({
  name: 'feeds.pieces.markOpen',
  values: { pieces: arrayOf(uuid), isOpen: boolean },
  text: `update ${pieces.name} set is_open = $isOpen where piece_id = any($pieces)`,
});
