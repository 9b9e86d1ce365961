import { longest, withoutControls } from '../text/values.ts';
import { inTurns, type Table, type TableRow } from './table.ts';

export interface TranslatedField {
  table: string;
  field: string;
  recordId: string;
  /** The text as the table itself has it. */
  value: string | null;
}

/** The names a feed gives one thing, by language ("en", "fr"). */
export type Names = Record<string, string>;

/** A row of translations.txt: of one record, or of a text anywhere in the table. */
interface Translation {
  readonly table: string;
  readonly field: string;
  readonly language: string;
  readonly text: string;
  readonly recordId: string | null;
  readonly value: string | null;
}

/** What a row translates, from what table and into what; undefined for one that does not say so, or whose text is no name. */
function readTranslation(row: TableRow): Translation | undefined {
  // Some senders write the table as a file name, or in capitals.
  const table = row
    .get('table_name')
    ?.toLowerCase()
    .replace(/\.txt$/, '');
  const field = row.get('field_name')?.toLowerCase();
  const language = primary(row.get('language'));
  const text = withoutControls(row.get('translation'));
  if (!table || !field || !language || !text || text.length > longest.name) return undefined;
  const [recordId, value] = [withoutControls(row.get('record_id')), withoutControls(row.get('field_value'))];
  return recordId || value ? { table, field, language, text, recordId, value } : undefined;
}

/** More than any feed has. Without a limit, one name in very many languages would stop the process while it is read. */
const mostLanguages = 100;

/** Looks up translations.txt. A row that names the record goes before one that only repeats the text. */
export class Translations {
  readonly #byRecord = new Map<string, Names>();
  readonly #byValue = new Map<string, Names>();
  readonly #ownLanguage: string | undefined;
  readonly #languages = new Set<string>();
  /** How many rows are not used: they translate nothing, or are in one language too many. */
  useless = 0;

  private constructor(ownLanguage: string | undefined) {
    this.#ownLanguage = ownLanguage;
  }

  static async read(table: Table | undefined, ownLanguage: string | undefined): Promise<Translations> {
    const read = new Translations(ownLanguage);
    for await (const rows of inTurns(table ?? { rows: [] })) for (const row of rows) read.#add(readTranslation(row));
    return read;
  }

  #add(translation: Translation | undefined): void {
    const { recordId, value } = translation ?? {};
    if (translation === undefined || !this.#hasRoomFor(translation.language)) this.useless += 1;
    else if (recordId) add(this.#byRecord, recordId, translation);
    else if (value) add(this.#byValue, value, translation);
  }

  #hasRoomFor(language: string): boolean {
    if (this.#languages.size < mostLanguages) this.#languages.add(language);
    return this.#languages.has(language);
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
  return tag?.toLowerCase() === 'mul' ? undefined : primary(tag ?? null);
}

function add(names: Map<string, Names>, what: string, { table, field, language, text }: Translation): void {
  const at = key(table, field, what);
  const known = names.get(at);
  if (known) known[language] = text;
  else names.set(at, { [language]: text });
}

/**
 * `fr-CA` and `FR` both count as `fr`: our languages differ by country, what a stop is called does not. Undefined for what
 * is no language.
 */
function primary(tag: string | null): string | undefined {
  return /^[a-z]{2,8}(?=[-_]|$)/.exec(tag?.toLowerCase() ?? '')?.[0];
}

function key(table: string, column: string, what: string): string {
  return `${table}\u0000${column}\u0000${what}`;
}
