/** What a column is about: a person, a card's travel, or only the working of the portal. */
type FieldClass = 'personal' | 'travel' | 'technical';

/** What closing the account does to it. `tombstone`: overwritten by a value that names nobody. */
type OnAnonymise = 'delete' | 'clear' | 'tombstone' | 'keep';

export interface Field {
  readonly class: FieldClass;
  readonly purpose: string;
  /** Its name in the data export; null when it is not part of it. */
  readonly exportName: string | null;
  readonly onAnonymise: OnAnonymise;
}

type KeyType = 'uuid' | 'timestamptz' | 'bigint';

export interface TableRules {
  readonly retention: string;
  /** The column that says whose row it is; null for rows about nobody or that go along with another table's. */
  readonly owner: 'passenger_id' | 'email' | 'medium_id' | null;
  /** What closing the account does to the rows as a whole. */
  readonly onAnonymise: 'delete' | 'keep';
  /** The list of the data export that its rows are in; null when they are in none. */
  readonly exportAs: string | null;
  /** The key by which an export pages through rows that may be many. */
  readonly pageBy?: Readonly<Record<string, KeyType>>;
  readonly fields: Readonly<Record<string, Field>>;
}

type Fate = 'clear' | 'tombstone' | 'keep';

/** About a person, and handed over when the person asks. */
export const personal =
  (purpose: string, exportName: string, fate?: Fate) =>
  (table: TableFate): Field => ({ class: 'personal', purpose, exportName, onAnonymise: fate ?? table });

/** About a person, and of no use to anyone but a thief. */
export const secret =
  (purpose: string, fate?: Fate) =>
  (table: TableFate): Field => ({ class: 'personal', purpose, exportName: null, onAnonymise: fate ?? table });

/** About a card's travel: personal for as long as somebody's account has the card. */
export const travel =
  (purpose: string, exportName: string) =>
  (table: TableFate): Field => ({ class: 'travel', purpose, exportName, onAnonymise: table });

/** How the portal works; says nothing about anybody. */
export const technical =
  (purpose: string, fate?: Fate) =>
  (table: TableFate): Field => ({ class: 'technical', purpose, exportName: null, onAnonymise: fate ?? table });

type TableFate = TableRules['onAnonymise'];
type Draft = Omit<TableRules, 'fields'> & { fields: Readonly<Record<string, (table: TableFate) => Field>> };

/** Completes a table's fields by what happens to its rows. */
export function table({ fields, ...rules }: Draft): TableRules {
  const entries = Object.entries(fields).map(([name, make]) => [name, make(rules.onAnonymise)] as const);
  return { ...rules, fields: Object.fromEntries(entries) };
}
