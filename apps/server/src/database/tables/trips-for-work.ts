import { personal, type TableDeclaration, table, technical } from './table.ts';

const workKept = 'retention.travelMonths and one month more, or until the card is unlinked or the account closed';
const whose = technical('Whose row it is');

/** Which trips a passenger has made for work. It is about the passenger and not about a card's travel. */
export const workTables: Readonly<Record<string, TableDeclaration>> = {
  work_rules: table({
    distribution: 'local',
    rights: {
      auth: ['select', 'delete'],
      portal: ['select', 'insert', { update: ['ends_at'] }],
      // Who locks a row must be able to change it.
      worker: [{ select: ['passenger_id', 'card_id', 'starts_at', 'ends_at'], update: ['ends_at'] }, 'delete'],
    },
    retention: workKept,
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'workRules',
    columns: {
      passenger_id: whose,
      card_id: personal('With which card all new trips were for work', 'cardId'),
      starts_at: personal('From when on', 'startsAt'),
      ends_at: personal('Until when', 'endsAt'),
    },
  }),
  work_marks: table({
    distribution: 'local',
    rights: {
      auth: ['select', 'delete'],
      portal: ['select', 'insert', { update: ['card_id', 'started_at', 'is_for_work'] }, 'delete'],
      worker: [{ select: ['passenger_id', 'trip_id', 'started_at'], update: ['started_at'] }, 'delete'],
    },
    retention: workKept,
    owner: 'passenger_id',
    onAnonymise: 'delete',
    exportAs: 'workMarks',
    pageBy: { trip_id: 'uuid' },
    columns: {
      passenger_id: whose,
      trip_id: personal('Which trip', 'tripId'),
      card_id: personal('With which card it was made', 'cardId'),
      started_at: personal('When it began; how long the mark is kept', 'startedAt'),
      is_for_work: personal('Whether the passenger made it for work', 'isForWork'),
    },
  }),
};
