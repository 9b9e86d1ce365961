import type { DocumentQuery } from '@tapfolio/contracts/travel-documents.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import {
  countDays,
  type DaySpan,
  type DocumentPeriod,
  documentDays,
  type Preset,
  presetDays,
  presets,
  type ServiceDayRule,
} from '@tapfolio/domain/service-day.ts';
import { weekStart } from '@tapfolio/locales/formats.ts';
import type { Check, Checked, Typed } from '../../lib/form-check.ts';
import type { LazyText } from '../../lib/i18n.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { daySpanCheck, endsOf, isWholeDays, type OpenRange } from '../../ui/open-range.ts';

type KnownPeriod = Preset | DocumentPeriod;

/** A choice for the period of a document. */
export type AskedPeriod = KnownPeriod | 'other';

/** The periods that a document offers beside days of one's own. */
export type DocumentPeriods = {
  readonly periods: readonly KnownPeriod[];
  /** The one that it begins with, where no range of a list says another. */
  readonly usual: KnownPeriod;
  readonly longestDays: number;
  readonly tooLong: LazyText;
};

/** Where and by whom days are counted: the operator's rule, and the week of the language. */
type Days = { readonly locale: Locale; readonly days: ServiceDayRule };

export const documentFormats = ['pdf', 'csv'] as const satisfies readonly DocumentQuery['format'][];

/** The name of the box of a card. */
export const boxOf = (cardId: number): string => `card-${cardId}`;

/** What the form begins with, for a passenger who looks at this range of a list: the same days, else the usual period. */
export function periodOfRange(
  { periods, usual }: DocumentPeriods,
  range: OpenRange,
  by: Days,
): { period: AskedPeriod; span?: DaySpan } {
  const { from, to } = endsOf(range, by.days);
  if (!from || !to || !isWholeDays(range, by.days)) return { period: usual };
  const span = { first: from.day, last: to.day };
  const known = periods.find((period) => {
    const { first, last } = daysOf(period, by);
    return first === span.first && last === span.last;
  });
  return known === undefined ? { period: 'other', span } : { period: known };
}

function daysOf(period: KnownPeriod, { locale, days }: Days): DaySpan {
  const now = new Date(serverNow());
  return isPreset(period) ? presetDays(period, now, days, weekStart(locale)) : documentDays(period, now, days);
}

const isPreset = (period: KnownPeriod): period is Preset => presets.some((preset) => preset === period);

const noCard: LazyText = (t) => t('travelstatement.noCard');

/** Checks the form of a document: `period`, with `fromDay` and `toDay` for other days, a box for each card, `format`, and the box `only`. */
export function documentCheck(kind: DocumentPeriods, cardIds: readonly number[], by: Days): Check<DocumentQuery> {
  return (typed) => {
    const span = readSpan(kind, typed, by);
    const cards = cardIds.filter((id) => typed[boxOf(id)] === 'on');
    const errors = { ...('errors' in span && span.errors), ...(cards.length === 0 && { cards: noCard }) };
    if ('errors' in span || cards.length === 0) return { errors };
    const { first: from, last: to } = span.value;
    const format = documentFormats.find((one) => one === typed.format) ?? 'pdf';
    const only = typed.only === 'on' && { only: 'work' as const };
    return { value: { from, to, cards, format, language: by.locale, ...only } };
  };
}

function readSpan({ periods, longestDays, tooLong }: DocumentPeriods, typed: Typed, by: Days): Checked<DaySpan> {
  const known = periods.find((period) => period === typed.period);
  if (known !== undefined) return { value: daysOf(known, by) };
  const read = daySpanCheck(by.locale)(typed);
  if ('errors' in read || countDays(read.value.first, read.value.last) <= longestDays) return read;
  return { errors: { toDay: tooLong } };
}
