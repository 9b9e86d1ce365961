import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { formatMoney, type Money } from '@tapfolio/domain/money.ts';
import { schemeName } from '@tapfolio/domain/scheme-name.ts';
import { loadDocuments } from '@tapfolio/locales/generated/documents.ts';
import type { DocumentsMessages } from '@tapfolio/locales/generated/keys.ts';
import { type Translate, translator } from '@tapfolio/locales/translator.ts';
import type { Config } from '../config/config.ts';
import { homeOperator } from '../config/home-operator.ts';
import { inLanguage } from '../config/in-language.ts';

/** The words and formats of the language of a document. */
export interface Pen {
  readonly t: Translate<DocumentsMessages>;
  readonly locale: Locale;
  readonly colon: string;
  /** The portal's own operator, as printed on trips. */
  readonly home: string;
  money(amount: Money): string;
}

/** A line of a document: a name and its value. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A table of a document. */
export interface Listing {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What every document has: its language, the head and the foot. */
interface Frame {
  readonly language: string;
  readonly region: string;
  readonly brand: string;
  /** The sign between a name and its value; French writes a space before it, at which no line ends. */
  readonly colon: string;
  readonly issuer: { readonly title: string; readonly name: string; readonly lines: readonly string[] };
  readonly page: string;
}

/** The data of `documents/sheet.typ`. */
export interface Sheet extends Frame {
  readonly documentTitle: string;
  readonly title: string;
  readonly date: Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>>;
  readonly facts: readonly NamedValue[];
}

/** The words of a document, and what it has at its head and foot. */
export async function openSheet(config: Config, locale: Locale): Promise<{ pen: Pen; frame: Frame }> {
  const t = translator(await loadDocuments(locale));
  const [language = 'en', region = ''] = toBcp47(locale).split('-');
  const colon = language === 'fr' ? '\u00a0: ' : ': ';
  const home = homeOperator(config.operators).name;
  const pen: Pen = { t, locale, colon, home, money: (amount) => formatMoney(amount, locale) };
  const page = t('receiptdoc.page', { page: '{page}', pages: '{pages}' });
  return { pen, frame: { language, region, brand: config.brand.name, colon, issuer: writeIssuer(pen, config), page } };
}

/** The parts of an instant in UTC, as Typst takes them. */
export function documentDate(date: Date): Sheet['date'] {
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function writeIssuer({ t, locale, colon }: Pen, config: Config): Frame['issuer'] {
  const { legal } = config;
  const taxNumber = legal.vatNumber === undefined ? [] : [`${t('receiptdoc.taxNumber')}${colon}${legal.vatNumber}`];
  const registration = inLanguage(legal.registrationLines, locale, config) ?? [];
  return {
    title: t('receiptdoc.issuer'),
    name: legal.companyName,
    lines: [legal.companyName, ...legal.address, ...taxNumber, ...registration],
  };
}

/** A card by its scheme and last four characters; undefined if the back office delivers none. */
export function writeCardNumber(
  { t }: Pick<Pen, 't'>,
  { scheme, lastFour }: { readonly scheme: string | null; readonly lastFour: string | null },
): string | undefined {
  if (lastFour === null) return undefined;
  const named = scheme === null ? t('receiptdoc.cardPlain') : schemeName(scheme);
  return t('receiptdoc.cardEnding', { scheme: named, lastFour });
}
