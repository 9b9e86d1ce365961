import { type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from 'react';
import { type Check, type FieldErrors, typedTexts } from '../lib/form-check.ts';
import type { LazyText } from '../lib/i18n.ts';
import { useHold } from './hold.ts';

/** What the sender found wrong: a sentence for the whole form, for single fields, or both. */
export type Refusal = { readonly form?: LazyText; readonly fields?: FieldErrors };

type Options<V> = {
  check: Check<V>;
  /** Sends what was typed; `undefined` means that it went well. */
  send: (value: V) => Promise<Refusal | undefined>;
};

export type FormState = {
  form: {
    ref: React.RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    noValidate: true;
  };
  /** Name and error of a field, to be spread into it. */
  field: (name: string) => { name: string; error: LazyText | undefined };
  alert: LazyText | undefined;
  /** What is wrong now, field by field, in the order of the fields. */
  wrong: readonly (readonly [name: string, error: LazyText])[];
  isPending: boolean;
};

/** `isOwn` when this side found it wrong, before anything was sent. */
type Judged = Refusal & { readonly isOwn?: true };

const fine: Judged = {};

/**
 * A native form: the browser keeps the text, this hook checks and sends it. It uses `onSubmit` and not `action`,
 * because React empties a form after its action; what was typed must survive a refusal.
 */
export function useForm<V>({ check, send }: Options<V>): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const [refusal, act, isPending] = useActionState<Judged, FormData>(async (_, data) => {
    const checked = check(typedTexts(data));
    if ('errors' in checked) return { fields: checked.errors, isOwn: true };
    return (await send(checked.value)) ?? fine;
  }, fine);

  useHold(isPending);
  useEffect(() => {
    if (refusal !== fine) focusFirst(ref.current);
  }, [refusal]);

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isPending) return;
    const data = new FormData(event.currentTarget);
    startTransition(() => act(data));
  };
  // What is mended is no longer called wrong; what is not wrong yet is left in peace until it is sent.
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
    form: { ref, onSubmit, onInput, noValidate: true },
    field: (name) => ({ name, error: fields?.[name] }),
    alert: refusal.form,
    wrong: Object.entries(fields ?? {}),
    isPending,
  };
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true], [data-form-alert]')?.focus();
}
