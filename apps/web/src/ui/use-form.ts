import { type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from 'react';
import { type Check, typedTexts } from '../lib/form-check.ts';
import type { LazyText } from '../lib/i18n.ts';
import { type Refusal, refusalFrom } from '../lib/refusal.ts';
import { useAttempts } from '../lib/use-attempts.ts';
import { useHold } from './hold.ts';

type Options<V> = {
  check: Check<V>;
  /** Asks once more before the typed values are sent; `goOn` sends them. */
  ask?: (value: V, goOn: () => void) => void;
  /** Sends the typed values; an error is thrown. */
  send: (value: V) => Promise<void>;
  /** Shows a thrown error in the form; without it, a notice shows the error. */
  refusal?: (error: unknown) => Refusal;
};

export type FormState = {
  /** Spread this into the form element. */
  attributes: {
    ref: React.RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    /** A password manager may fill a field without an event for each key. */
    onChange: (event: FormEvent<HTMLFormElement>) => void;
    noValidate: true;
  };
  /** Name and error of a field; spread this into the field. */
  field: (name: string) => { name: string; error: LazyText | undefined };
  alert: LazyText | undefined;
  /** Belongs to the alert; see {@link Refusal}. */
  traceId: string | undefined;
  /** Belongs to the alert; see {@link Refusal}. */
  isToAsk: boolean;
  /** The current errors, field by field, in the order of the fields. */
  wrong: readonly (readonly [name: string, error: LazyText])[];
  isPending: boolean;
};

/** `isOwn` if the page found the error itself, before anything was sent. */
type Judged = Refusal & { readonly isOwn?: true };

const fine: Judged = {};

/**
 * A native form: the browser keeps the text, this hook checks and sends it. It uses `onSubmit` and not `action`,
 * because React empties a form after its action; the typed text must survive a refusal.
 */
export function useForm<V>({ check, ask, send, refusal: refusalOf = refusalFrom }: Options<V>): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const attempt = useAttempts();
  const [refusal, act, isPending] = useActionState<Judged, FormData>(async (_, data) => {
    const checked = check(typedTexts(data));
    if ('errors' in checked) return { fields: checked.errors, isOwn: true };
    return await attempt(async () => {
      try {
        await send(checked.value);
        return fine;
      } catch (error) {
        return refusalOf(error);
      }
    });
  }, fine);

  useHold(isPending);
  useEffect(() => {
    if (refusal !== fine) focusFirst(ref.current);
  }, [refusal]);

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isPending) return;
    const data = new FormData(event.currentTarget);
    const goOn = (): void => startTransition(() => act(data));
    const checked = ask && check(typedTexts(data));
    if (ask && checked && 'value' in checked) ask(checked.value, goOn);
    else goOn();
  };
  // An error goes away as soon as it is corrected. A field without an error is not checked before the form is sent again.
  const [left, setLeft] = useState({ of: refusal, fields: refusal.fields });
  const fields = left.of === refusal ? left.fields : refusal.fields;
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>): void => {
    if (!fields) return;
    const checked = check(typedTexts(new FormData(currentTarget)));
    const found = 'errors' in checked ? checked.errors : {};
    const isChanged = (name: string): boolean => target instanceof Element && target.getAttribute('name') === name;
    const stays = (name: string): boolean => name in found || !(refusal.isOwn || isChanged(name));
    const wrong = Object.entries(fields).filter(([name]) => stays(name));
    setLeft({ of: refusal, fields: Object.fromEntries(wrong.map(([name, error]) => [name, found[name] ?? error])) });
  };
  return {
    attributes: { ref, onSubmit, onInput, onChange: onInput, noValidate: true },
    field: (name) => ({ name, error: fields?.[name] }),
    alert: refusal.form,
    traceId: refusal.traceId,
    isToAsk: refusal.isToAsk === true,
    wrong: Object.entries(fields ?? {}),
    isPending,
  };
}

/** Focuses the error summary if the form has one, or else the first wrong field, so that its beginning is in the window. */
function focusFirst(form: HTMLFormElement | null): void {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector);
  const first = find('[data-form-summary]') ?? find('[aria-invalid=true], [data-form-alert]');
  first?.focus();
  // Browsers show the middle of what is higher than the window.
  if (first && first.getBoundingClientRect().top < 0) first.scrollIntoView({ block: 'start' });
}
