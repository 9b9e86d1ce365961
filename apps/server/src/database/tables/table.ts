import type { DatabasePart } from './part-names.ts';

/** What a column is about: a person, a card's travel, or only the working of the portal. */
type ColumnClass = 'personal' | 'travel' | 'technical';

/** What the closing of the account does to it. `tombstone`: overwritten by a value that names no person. */
type OnAnonymise = 'delete' | 'clear' | 'tombstone' | 'keep';

export interface ColumnDeclaration {
  readonly class: ColumnClass;
  readonly purpose: string;
  /** Its name in the data export; null when it is not part of it. */
  readonly exportName: string | null;
  readonly onAnonymise: OnAnonymise;
}

type KeyType = 'uuid' | 'timestamptz' | 'bigint';

export type Verb = 'select' | 'insert' | 'update' | 'delete';

/** May do this with the whole table, or with some columns only. */
export type Right<Column extends string = string> =
  | Verb
  | Readonly<Partial<Record<'select' | 'insert' | 'update', readonly Column[]>>>;

/**
 * Where the rows are when the engine is distributed: on the first node only, copied to every node, or spread by a column.
 * Tables of one group have the rows of one value on one node.
 */
export type Distribution<Column extends string = string> =
  | 'local'
  | 'reference'
  | { readonly by: Column; readonly group: string };

export interface TableDeclaration<Column extends string = string> {
  readonly distribution: Distribution<Column>;
  /** What each part of the server may do with it. A migration grants it; a test compares. */
  readonly rights: Readonly<Partial<Record<DatabasePart, readonly Right<Column>[]>>>;
  /** How long rows are kept, in words or as the name of a setting. */
  readonly retention: string;
  /** The column that says whose row it is; null when the row goes along with another table's. */
  readonly owner: 'passenger_id' | 'email' | 'medium_id' | 'nobody' | null;
  /** Other columns by which a statement may find rows, and why these are not rows of another person. */
  readonly reachedBy?: Readonly<Partial<Record<Column, string>>>;
  /** What closing the account does to the rows as a whole. */
  readonly onAnonymise: 'delete' | 'keep';
  /** The list of the data export that its rows are in; null when they are in none. */
  readonly exportAs: string | null;
  /**
   * When the event of a row happened. If the history of a passenger's card is bounded, the passenger sees no row from before the
   * bound, and none that belongs to such a row of another table. Every travel table in the export has this, or `clipped`.
   */
  readonly happened?: {
    readonly at: Column;
    /** What counts for a row without that instant. */
    readonly orAt?: Column;
    readonly partOf?: {
      readonly table: string;
      readonly by: Column;
      readonly at: string;
      /** True for rows of the other table without which this row is not shown: the other row was deleted earlier, or has not arrived. */
      readonly shownWith?: string;
      /** True for a row that is shown without any row of the other table. */
      readonly shownAlone?: string;
    };
  };
  /** The instants of a row that are shown only if they lie in the bounds of the history. The row itself is always shown. */
  readonly clipped?: { readonly first: Column; readonly last: Column };
  /** The key by which an export pages through rows that may be many. */
  readonly pageBy?: Readonly<Record<string, KeyType>>;
  readonly columns: Readonly<Record<Column, ColumnDeclaration>>;
}

/** What the closing of the account does to a column whose row stays. */
type OnStay = Exclude<OnAnonymise, 'delete'>;
/** A column of a table, before the table says what the closing of the account does to its rows. */
export type ColumnDraft = (ofTable: TableDeclaration['onAnonymise']) => ColumnDeclaration;

/** About a person, and handed over when the person asks. */
export const personal =
  (purpose: string, exportName: string, onAnonymise?: OnStay): ColumnDraft =>
  (ofTable) => ({ class: 'personal', purpose, exportName, onAnonymise: onAnonymise ?? ofTable });

/** About a person, and a secret: never handed out. */
export const secret =
  (purpose: string, onAnonymise?: OnStay): ColumnDraft =>
  (ofTable) => ({ class: 'personal', purpose, exportName: null, onAnonymise: onAnonymise ?? ofTable });

/** About a card's travel: personal as long as an account has the card. */
export const travel =
  (purpose: string, exportName: string): ColumnDraft =>
  (ofTable) => ({ class: 'travel', purpose, exportName, onAnonymise: ofTable });

/** How the portal works; not about a person. */
export const technical =
  (purpose: string, onAnonymise?: OnStay): ColumnDraft =>
  (ofTable) => ({ class: 'technical', purpose, exportName: null, onAnonymise: onAnonymise ?? ofTable });

/** The names of the columns are those of `columns`; nothing else adds one. */
type Draft<Column extends string> = Omit<TableDeclaration<NoInfer<Column>>, 'columns'> & {
  readonly columns: Readonly<Record<Column, ColumnDraft>>;
};

/** Declares a table: names of columns in its rights and keys must be among its columns. */
export function table<const Column extends string>({ columns, ...rules }: Draft<Column>): TableDeclaration {
  const entries = Object.entries<ColumnDraft>(columns).map(([name, make]) => [name, make(rules.onAnonymise)] as const);
  return { ...rules, columns: Object.fromEntries(entries) };
}

export const all: readonly Verb[] = ['select', 'insert', 'update', 'delete'];
