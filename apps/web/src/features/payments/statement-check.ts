import { longestStatementDays } from '@tapfolio/contracts/limits.ts';
import type { StatementQuery } from '@tapfolio/contracts/travel-statement.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import {
  countDays,
  type DaySpan,
  type DocumentPeriod,
  documentDays,
  documentPeriods,
  type ServiceDayRule,
} from '@tapfolio/domain/service-day.ts';
import type { Check, Checked, Typed } from '../../lib/form-check.ts';
import type { LazyText } from '../../lib/i18n.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { daySpanCheck, endsOf, isWholeDays, type OpenRange } from '../../ui/open-range.ts';

/** The choices for the period of a travel statement. */
export const statementPeriods = [...documentPeriods, 'other'] as const;
export type StatementPeriod = (typeof statementPeriods)[number];

export const statementFormats = ['pdf', 'csv'] as const satisfies readonly StatementQuery['format'][];

/** The name of the box of a card. */
export const boxOf = (cardId: number): string => `card-${cardId}`;

/** What a travel statement begins with, for a passenger who looks at this range of a list: the same days, else the last month. */
export function periodOfRange(range: OpenRange, days: ServiceDayRule): { period: StatementPeriod; span?: DaySpan } {
  const { from, to } = endsOf(range, days);
  if (!from || !to || !isWholeDays(range, days)) return { period: 'last_month' };
  const span = { first: from.day, last: to.day };
  const known = documentPeriods.find((period) => {
    const { first, last } = daysOf(period, days);
    return first === span.first && last === span.last;
  });
  return known === undefined ? { period: 'other', span } : { period: known };
}

const daysOf = (period: DocumentPeriod, days: ServiceDayRule): DaySpan =>
  documentDays(period, new Date(serverNow()), days);

const noCard: LazyText = (t) => t('travelstatement.noCard');
const tooLong: LazyText = (t) => t('errors.travel_statement_too_long');

/** Checks the form of a travel statement: `period`, with `fromDay` and `toDay` for other days, a box for each card, and `format`. */
export function statementCheck(
  cardIds: readonly number[],
  { locale, days }: { locale: Locale; days: ServiceDayRule },
): Check<StatementQuery> {
  return (typed) => {
    const span = readSpan(typed, { locale, days });
    const cards = cardIds.filter((id) => typed[boxOf(id)] === 'on');
    const errors = { ...('errors' in span && span.errors), ...(cards.length === 0 && { cards: noCard }) };
    if ('errors' in span || cards.length === 0) return { errors };
    const { first: from, last: to } = span.value;
    const format = statementFormats.find((one) => one === typed.format) ?? 'pdf';
    return { value: { from, to, cards, format, language: locale } };
  };
}

function readSpan(typed: Typed, { locale, days }: { locale: Locale; days: ServiceDayRule }): Checked<DaySpan> {
  const known = documentPeriods.find((period) => period === typed.period);
  if (known !== undefined) return { value: daysOf(known, days) };
  const read = daySpanCheck(locale)(typed);
  if ('errors' in read || countDays(read.value.first, read.value.last) <= longestStatementDays) return read;
  return { errors: { toDay: tooLong } };
}
