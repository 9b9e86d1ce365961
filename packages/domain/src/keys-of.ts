/** The keys of a literal table, in its order. `Object.keys` would lose their types. */
export function keysOf<Key extends string>(table: { readonly [K in Key]?: unknown }): Key[] {
  return Object.keys(table) as Key[]; // the type of the table names every key
}

/** A table of these entries, one for each key. `Object.fromEntries` would lose the types of the keys. */
export function tableOf<Key extends string, Value>(entries: readonly (readonly [Key, Value])[]): Record<Key, Value> {
  return Object.fromEntries(entries) as Record<Key, Value>; // the type of the entries names every key
}
