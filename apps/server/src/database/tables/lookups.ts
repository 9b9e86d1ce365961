import { all, type TableDeclaration, table, technical } from './table.ts';
import { forget, kept, medium, oneNodePerMedium, write } from './travel-columns.ts';

/** The place (card and time) of the row with an id. */
const lookup = {
  rights: { feed: write, worker: forget },
  ...kept,
  retention: 'retention.lookupDays',
} as const;
const lookupProvenance = {
  file_id: technical('Which delivery it came in: how long it is kept'),
  line_number: technical('Which line of it'),
};
/** The place of the row with an id, and which medium replaced which. */
export const lookupTables: Readonly<Record<string, TableDeclaration>> = {
  tap_lookups: table({
    distribution: { by: 'tap_id', group: 'tap_lookups' },
    ...lookup,
    exportAs: null, // The way from a tap's number to the tap that is in the list of taps.
    columns: {
      tap_id: technical('Which tap'),
      ...medium,
      tapped_at: technical('Where that tap lies'),
      reused_at: technical('When another tap was made that came under the same id'),
      ...lookupProvenance,
    },
  }),
  trip_lookups: table({
    distribution: { by: 'trip_id', group: 'trip_lookups' },
    ...lookup,
    rights: { feed: all, worker: forget },
    exportAs: null, // The way from a trip's number to the trip that is in the list of trips.
    columns: {
      trip_id: technical('Which trip'),
      ...medium,
      started_at: technical('Where that trip lies'),
      ...lookupProvenance,
    },
  }),
  account_media: table({
    distribution: { by: 'account_id', group: 'account_media' },
    rights: { feed: ['select', 'insert'] },
    ...kept,
    retention: 'as long as the portal runs: a card may be replaced at any time',
    exportAs: null, // Says only that two media are of one account; the list of cards shows what follows from it.
    columns: {
      account_id: technical('Which payment account; a keyed hash'),
      ...medium,
    },
  }),
  replacements: table({
    distribution: oneNodePerMedium,
    rights: { portal: ['select'], feed: write },
    ...kept,
    retention: 'as long as the portal runs: the passenger may confirm it at any time',
    exportAs: null, // The list of cards shows it once the passenger has confirmed it.
    columns: {
      ...medium,
      successor_id: technical('Which medium came after it; null: none'),
      source: technical('Whether the operator said so'),
      exported_at: technical('Which delivery is the newest in which the operator said so'),
    },
  }),
};
