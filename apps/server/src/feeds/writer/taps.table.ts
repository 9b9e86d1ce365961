import { instant, nullable, text, uuid } from '../../lib/sql-types.ts';
import type { TapRecord } from '../canonical.ts';
import { delivered, derived } from './columns.ts';
import { deliveredTable, workTable } from './feed-table.ts';

const tap = delivered<TapRecord>();

export const taps = deliveredTable<TapRecord>({
  name: 'taps',
  identity: ['tap_id'],
  columns: [
    tap.key('medium_id', uuid, ({ mediumId }) => mediumId),
    tap.key('tapped_at', instant, ({ tappedAt }) => tappedAt),
    tap.key('tap_id', uuid, ({ tapId }) => tapId),
    tap.content('operator_code', text, ({ operatorCode }) => operatorCode),
    tap.content('direction', text, ({ direction }) => direction),
    tap.content('outcome', text, ({ outcome }) => outcome),
    tap.content('stop_id', nullable(text), ({ stopId }) => stopId),
    tap.content('stop_name', nullable(text), ({ stopName }) => stopName),
    tap.content('line_id', nullable(text), ({ lineId }) => lineId),
    tap.content('line_name', nullable(text), ({ lineName }) => lineName),
    tap.content('srid', nullable(text), ({ srid }) => srid),
    tap.content('currency', nullable(text), ({ currency }) => currency),
    tap.content('received_at', nullable(instant), ({ receivedAt }) => receivedAt),
  ],
  working: [
    derived.staged('was_medium_id', uuid),
    derived.staged('was_tapped_at', instant),
    derived.staged('was_srid', text),
  ],
});

/** Payments that lose a tap. */
export const leftPayments = workTable('left_payments', { medium_id: uuid, srid: text });

/** Trips whose exit is among the staged taps, and where that is. */
export const exits = workTable('exits', {
  medium_id: uuid,
  started_at: instant,
  trip_id: uuid,
  stop_id: text,
  stop_name: text,
});
