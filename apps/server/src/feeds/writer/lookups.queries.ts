import { countingStatement, type Db, workStatement } from '../../lib/sql.ts';
import { stageText } from './feed-table.sql.ts';
import type { FeedTable } from './feed-table.ts';
import { markFound } from './found.queries.ts';
import { found } from './found.table.ts';

interface LookupRule {
  /** The table that says with which card and when the row of an id is stored. */
  lookup: string;
  /** The column that identifies rows across files. */
  id: string;
  /** The time that is part of a row's key. The staging table keeps the former one in a column with `was_` before its name. */
  at: string;
}

/** The statements for rows whose card or time a newer export has corrected: both are part of their key. */
export interface LookupStatements {
  /** Enters the staged rows whose id is new. */
  insert: (db: Db) => Promise<number>;
  /** Finds the staged rows that lie elsewhere so far: at another time, with another card, or both. */
  findMoved: (db: Db) => Promise<number>;
  markMoved: (db: Db) => Promise<number>;
  /** Takes the rows that are marked away from where they lie. */
  removeMoved: (db: Db) => Promise<number>;
  /** Has the look-up say where the rows that are marked lie from now on. */
  move: (db: Db) => Promise<void>;
}

/** Declares them for a table. */
export function lookupStatements(table: FeedTable, { lookup, id, at }: LookupRule): LookupStatements {
  const { name, stage } = table;
  return {
    insert: countingStatement(
      `feeds.${name}.insertLookups`,
      `insert into ${lookup} (${id}, medium_id, ${at}, file_id, line_number)
  select ${id}, medium_id, ${at}, file_id, line_number
  from ${stage}
  on conflict do nothing`,
    ),
    findMoved: countingStatement(
      `feeds.${name}.findMoved`,
      stageText(found, {
        values: {
          id: `stage.${id}`,
          medium_id: 'stage.medium_id',
          known_medium_id: 'known.medium_id',
          known_at: `known.${at}`,
        },
        from: `from ${stage} as stage
  join ${lookup} as known on known.${id} = stage.${id}
  where (known.medium_id, known.${at}) <> (stage.medium_id, stage.${at})`,
      }),
    ),
    markMoved: markFound(`feeds.${name}.markMoved`, table, {
      id,
      values: { was_medium_id: 'found.known_medium_id', [`was_${at}`]: 'found.known_at' },
    }),
    removeMoved: countingStatement(
      `feeds.${name}.removeMoved`,
      `delete from ${name} as target
  using ${stage} as stage
  where target.medium_id = stage.was_medium_id
    and target.${at} = stage.was_${at}
    and target.${id} = stage.${id}`,
    ),
    move: workStatement(
      `feeds.${name}.moveLookups`,
      `update ${lookup} as known
  set medium_id = stage.medium_id,
    ${at} = stage.${at}
  from ${stage} as stage
  where stage.was_medium_id is not null
    and known.${id} = stage.${id}`,
    ),
  };
}
