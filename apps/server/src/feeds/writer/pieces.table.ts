import { instant, integer, nullable, type SqlType, text, uuid } from '../../lib/sql-types.ts';
import type { PieceRecord } from '../canonical.ts';
import { delivered } from './columns.ts';
import { deliveredTable, workTable } from './feed-table.ts';

const piece = delivered<PieceRecord>();
/** JSON as COPY takes it: as text. */
const jsonText: SqlType<string> = { sql: 'jsonb', isNullable: false };

/** Rows that tell trips and payments in pieces; the newest version of each. */
export const pieces = deliveredTable<PieceRecord>({
  name: 'feed_pieces',
  identity: ['piece_id'],
  columns: [
    piece.key('piece_id', uuid, ({ pieceId }) => pieceId),
    piece.content('kind', text, ({ kind }) => kind),
    piece.content('about', uuid, ({ about }) => about),
    piece.content('beside', nullable(uuid), ({ beside }) => beside),
    piece.content('seeks', nullable(uuid), ({ seeks }) => seeks),
    piece.content('content', jsonText, ({ content }) => JSON.stringify(content)),
    piece.version('rank', instant, ({ rank }) => rank ?? '2000-01-01T00:00:00Z'),
  ],
});

/** Keys whose pieces have changed and are to be read anew; kept over the batches of a delivery. */
export const changedKeys = workTable('changed_keys', { key: uuid }, ['key']);

/** Keys that are being read: those that changed, and those that their pieces lead to. */
export const readKeys = workTable('read_keys', { key: uuid, round: integer }, ['key']);
