import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import type { Db } from '../../lib/sql.ts';
import { TimetableNames } from './timetable-names.ts';

/** What reading the travel of a card needs. */
export interface TravelReading {
  readonly readDb: Db;
  readonly names: TimetableNames;
  readonly clock: Clock;
}

/** The question for a page of travel, with the language of the timetable's names in two letters. */
export type NamedHistoryQuery = Omit<HistoryQuery, 'language'> & { readonly language: string };

declare module 'fastify' {
  interface FastifyInstance {
    /** In the scope of a role that called {@link readTravel}. */
    travel: TravelReading;
  }
}

/** Decorates a role with what its routes need to read travel; its names are shared by all of them. */
export function readTravel(app: FastifyInstance): void {
  const { readDb, clock } = app.context;
  app.decorate('travel', { readDb, clock, names: new TimetableNames(readDb) });
}
