/** The keys of a table that is written out, in its order: `Object.keys` forgets that there are no others. */
export function keysOf<Key extends string>(table: { readonly [K in Key]?: unknown }): Key[] {
  return Object.keys(table) as Key[]; // the type of the table names every key
}

/** A table of these entries, one for each key: `Object.fromEntries` forgets which keys there are. */
export function tableOf<Key extends string, Value>(entries: readonly (readonly [Key, Value])[]): Record<Key, Value> {
  return Object.fromEntries(entries) as Record<Key, Value>; // the type of the entries names every key
}
