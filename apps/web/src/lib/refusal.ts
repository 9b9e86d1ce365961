import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { ApiError } from './api-error.ts';
import { errorText, handleError } from './errors.ts';
import type { FieldErrors } from './form-check.ts';
import type { LazyText } from './i18n.ts';

/** What was found wrong with a form: a sentence for the whole of it, for single fields, or both. */
export type Refusal = { readonly form?: LazyText; readonly fields?: FieldErrors };

type Rules = {
  /** By field: the codes that are about it. */
  fields?: Readonly<Record<string, readonly ErrorCode[]>>;
  /** The codes that are about the whole form. */
  form?: readonly ErrorCode[];
  /** Codes that this form says in words of its own. */
  words?: Readonly<Partial<Record<ErrorCode, LazyText>>>;
  /** The title of the notice that says everything else. */
  title?: LazyText;
};

/** Where a form says what the server refused; a refusal that is not about the form becomes a notice. */
export function refusalFrom(error: unknown, { fields = {}, form = [], words = {}, title }: Rules = {}): Refusal {
  if (error instanceof ApiError) {
    const { code } = error;
    const text = words[code] ?? errorText(error);
    const field = Object.keys(fields).find((name) => fields[name]?.includes(code));
    if (field !== undefined) return { fields: { [field]: text } };
    if (form.includes(code)) return { form: text };
  }
  handleError(error, {}, title);
  return {};
}
