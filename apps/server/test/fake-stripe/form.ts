/** The values of a form in Stripe's notation: `metadata[key]=value`, `created[gte]=1`, `expand[0]=data.source`. */
export type Form = Record<string, string>;

/** The fields by their names in the request. */
export function readForm(text: string): Form {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The parts of a nested field: `metadata[key]` as `key`. */
export function nested(form: Form, name: string): Form {
  const inside = Object.entries(form).filter(([field]) => field.startsWith(`${name}[`) && field.endsWith(']'));
  return Object.fromEntries(inside.map(([field, value]) => [field.slice(name.length + 1, -1), value]));
}
