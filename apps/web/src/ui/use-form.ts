import { type FormEvent, startTransition, useActionState, useEffect, useRef } from 'react';
import { type Check, type FieldErrors, typedTexts } from '../lib/form-check.ts';
import type { Text } from '../lib/i18n.ts';

/** What the sender found wrong: a sentence for the whole form, for single fields, or both. */
export type Refusal = { readonly form?: Text; readonly fields?: FieldErrors };

type Options<V> = {
  check: Check<V>;
  /** Sends what was typed; `undefined` means that it went well. */
  send: (value: V) => Promise<Refusal | undefined>;
};

export type FormState = {
  form: {
    ref: React.RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    noValidate: true;
  };
  /** Name and error of a field, to be spread into it. */
  field: (name: string) => { name: string; error: Text | undefined };
  alert: Text | undefined;
  isPending: boolean;
};

const fine: Refusal = {};

/**
 * A native form: the browser keeps the text, this hook checks and sends it. It uses `onSubmit` and not `action`,
 * because React empties a form after its action; what was typed must survive a refusal.
 */
export function useForm<V>({ check, send }: Options<V>): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const [refusal, act, isPending] = useActionState<Refusal, FormData>(async (_, data) => {
    const checked = check(typedTexts(data));
    if ('errors' in checked) return { fields: checked.errors };
    return (await send(checked.value)) ?? fine;
  }, fine);

  useEffect(() => {
    if (refusal !== fine) focusFirst(ref.current);
  }, [refusal]);

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isPending) return;
    const data = new FormData(event.currentTarget);
    startTransition(() => act(data));
  };
  return {
    form: { ref, onSubmit, noValidate: true },
    field: (name) => ({ name, error: refusal.fields?.[name] }),
    alert: refusal.form,
    isPending,
  };
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true], [data-form-alert]')?.focus();
}
