import type { Locale } from '@tapfolio/domain/locale.ts';
import type { FastifyRequest } from 'fastify';
import { passengerOf } from '../../gate/session-gate.ts';

/** The language that the page shows, else the account's. */
export function localeOf(request: FastifyRequest<{ Querystring: { language?: Locale | undefined } }>): Locale {
  return request.query.language ?? passengerOf(request).language;
}

/** The same as feeds write it ("fr"): names in the timetable exist per language, not per country. */
export function shownLanguage(request: FastifyRequest<{ Querystring: { language?: Locale | undefined } }>): string {
  return localeOf(request).slice(0, 2);
}
