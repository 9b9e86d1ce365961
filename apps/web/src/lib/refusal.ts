import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { ApiError } from './api-error.ts';
import { errorText, handleError } from './errors.ts';
import type { FieldErrors } from './form-check.ts';
import type { LazyText } from './i18n.ts';

/** The errors of a form: a sentence for the whole form, for single fields, or both. */
export type Refusal = {
  readonly form?: LazyText;
  readonly fields?: FieldErrors;
  /** If the whole form failed and the fault is the server's: what a passenger who reports it has to name. */
  readonly traceId?: string;
  /** The sentence for the whole form tells the passenger to ask the operator. */
  readonly isToAsk?: true;
};

type Rules = {
  /** For each field, the codes that are about it. */
  fields?: Readonly<Record<string, readonly ErrorCode[]>>;
  /** The codes that are about the whole form. */
  form?: readonly ErrorCode[];
  /** Those of them with which only the operator can help. */
  ask?: readonly ErrorCode[];
  /** Codes that have their own texts in this form. */
  words?: Readonly<Partial<Record<ErrorCode, LazyText>>>;
  /** The title of the notice for every other code. */
  title?: LazyText;
};

/** Shows in the form what the server refused; a refusal that is not about the form becomes a notice. */
export function refusalFrom(
  error: unknown,
  { fields = {}, form = [], ask = [], words = {}, title }: Rules = {},
): Refusal {
  if (error instanceof ApiError) {
    const { code, status, traceId } = error;
    const text = words[code] ?? errorText(error);
    const field = Object.keys(fields).find((name) => fields[name]?.includes(code));
    if (field !== undefined) return { fields: { [field]: text } };
    if (form.includes(code)) {
      const named = status >= 500 && traceId !== undefined && { traceId };
      return { form: text, ...named, ...(ask.includes(code) && { isToAsk: true }) };
    }
  }
  handleError(error, {}, title);
  return {};
}
