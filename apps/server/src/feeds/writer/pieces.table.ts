import { instant, integer, nullable, text, uuid } from '../../lib/sql-types.ts';
import { content, deliveredTable, jsonText, key, version, workTable } from './feed-table.ts';

/** Rows that deliver trips and payments in pieces; the newest version of each. */
export const pieces = deliveredTable({
  name: 'feed_pieces',
  identity: ['piece_id'],
  columns: [
    key('piece_id', uuid),
    content('kind', text),
    /** What it belongs to. Pieces with a key in common, be it over others, are read together. */
    content('about', uuid),
    content('beside', nullable(uuid)),
    /** A key that is read beside it, without joining what else seeks it. */
    content('seeks', nullable(uuid)),
    content('content', jsonText, ({ content }: { content: object }) => JSON.stringify(content)),
    /** Of two versions the one with the later rank counts, then the one of the newer export. */
    version('rank', instant, ({ rank }: { rank: string | null }) => rank ?? '2000-01-01T00:00:00Z'),
  ],
});

/** Keys whose pieces have changed and must be read again; kept over the batches of a delivery. */
export const changedKeys = workTable('changed_keys', { key: uuid }, ['key']);

/** Keys that are being read: those that changed, and those that their pieces lead to. */
export const readKeys = workTable('read_keys', { key: uuid, round: integer }, ['key']);
