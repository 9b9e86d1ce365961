import { withoutDirections } from '../text/values.ts';
import type { Table, TableRow } from './table.ts';

export interface TranslatedField {
  table: string;
  field: string;
  recordId: string;
  /** The text as it stands in the table itself. */
  value: string | null;
}

/** The names a feed gives one thing, by language ("en", "fr"). */
export type Names = Record<string, string>;

/** The table that a row translates; some senders write it as a file name, or in capitals. */
function tableName(row: TableRow): string | undefined {
  return row
    .get('table_name')
    ?.toLowerCase()
    .replace(/\.txt$/, '');
}

/** Whether a row of translations.txt says what it translates, from what table and into what. */
export function isUsable(row: TableRow): boolean {
  const needed = ['table_name', 'field_name', 'language', 'translation'].every((column) => row.get(column) !== null);
  return needed && (row.get('record_id') ?? row.get('field_value')) !== null;
}

/** Looks up translations.txt. A row that names the record goes before one that only repeats the text. */
export class Translations {
  readonly #byRecord = new Map<string, Names>();
  readonly #byValue = new Map<string, Names>();
  readonly #ownLanguage: string | undefined;

  constructor(table: Table | undefined, ownLanguage: string | undefined) {
    this.#ownLanguage = ownLanguage;
    for (const row of table?.rows ?? []) {
      const [name, column, language] = [tableName(row), row.get('field_name')?.toLowerCase(), row.get('language')];
      const translation = withoutDirections(row.get('translation'));
      if (!name || !column || !language || !translation) continue;
      const [recordId, value] = [withoutDirections(row.get('record_id')), withoutDirections(row.get('field_value'))];
      if (recordId) add(this.#byRecord, key(name, column, recordId), language, translation);
      else if (value) add(this.#byValue, key(name, column, value), language, translation);
    }
  }

  /** All names of one field: the feed's own language and every translation. */
  namesOf({ table, field: column, recordId, value }: TranslatedField): Names {
    if (value === null) return {};
    return {
      ...(this.#ownLanguage && { [this.#ownLanguage]: value }),
      ...this.#byValue.get(key(table, column, value)),
      ...this.#byRecord.get(key(table, column, recordId)),
    };
  }
}

/** The language a feed is written in; `mul` says that it is written in several, so that none can be named. */
export function ownLanguage(feedInfo: Table | undefined, agency: Table | undefined): string | undefined {
  const [info] = feedInfo?.rows ?? [];
  const [operator] = agency?.rows ?? [];
  const tag = info?.get('default_lang') ?? info?.get('feed_lang') ?? operator?.get('agency_lang');
  return tag && tag.toLowerCase() !== 'mul' ? primary(tag) : undefined;
}

function add(names: Map<string, Names>, at: string, language: string, translation: string): void {
  names.set(at, { ...names.get(at), [primary(language)]: translation });
}

/** `fr-CA` and `FR` both count as `fr`: our languages differ by country, what a stop is called does not. */
function primary(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? tag;
}

function key(table: string, column: string, what: string): string {
  return `${table}\u0000${column}\u0000${what}`;
}
