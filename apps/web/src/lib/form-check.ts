import type { LazyText } from './i18n.ts';

export type Typed = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, LazyText>>;
export type Checked<V> = { readonly value: V } | { readonly errors: FieldErrors };
/** Reads what was typed: returns the value to send, or the error of each field. */
export type Check<V> = (typed: Typed) => Checked<V>;
/** Reads one field; it gets the other fields too, for comparisons. */
export type Reader<V> = (text: string, typed: Typed) => { readonly value: V } | { readonly wrong: LazyText };

/** The text fields of a form by name; an unticked box is missing, a ticked one is `on`. */
export function typedTexts(data: FormData): Typed {
  const texts = [...data.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

type Values<R> = { [K in keyof R]: R[K] extends Reader<infer V> ? V : never };

/**
 * Checks a form field by field with the same rules as the server, so that the public screens need no schema
 * library: the rules are in `packages/domain`.
 */
export function checkFields<R extends Readonly<Record<string, Reader<unknown>>>>(readers: R): Check<Values<R>> {
  return (typed) => {
    const errors: Record<string, LazyText> = {};
    const values: Record<string, unknown> = {};
    for (const [name, reader] of Object.entries(readers)) {
      const read = reader(typed[name] ?? '', typed);
      if ('wrong' in read) errors[name] = read.wrong;
      else values[name] = read.value;
    }
    // Without errors every reader has returned its value.
    return Object.keys(errors).length > 0 ? { errors } : { value: values as Values<R> };
  };
}

/** Reads a text that must not be empty, without spaces at its ends. */
export const required: Reader<string> = (text) =>
  text.trim() === '' ? { wrong: (t) => t('validation.required') } : { value: text.trim() };
