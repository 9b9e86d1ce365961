import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';
import { useRefusedTitle } from '../lib/page-title.ts';
import { Alert } from './alert.tsx';
import style from './form.module.css';
import { TraceId } from './trace-id.tsx';
import type { FormState } from './use-form.ts';

type Props = {
  state: FormState;
  children: ReactNode;
  alertTitle?: ReactNode;
  /** How to reach the operator, behind a refusal with which only they can help. */
  whomToAsk?: ReactNode;
};

/**
 * The form of {@link useForm}: shows what is wrong with the whole form above its fields. Its method matters only until the page's
 * script is loaded: a form that is sent before must not write its fields into the address.
 */
export function Form({ state, children, alertTitle, whomToAsk }: Props) {
  const t = useT();
  useRefusedTitle(state.alert !== undefined || state.wrong.length > 0);
  return (
    <form {...state.attributes} method="post" className={style.form}>
      {state.alert && (
        <Alert type="danger" title={alertTitle} isFocusable>
          <p>
            {state.alert(t)}
            {state.isToAsk && <> {whomToAsk}</>}
          </p>
          <TraceId of={state.traceId} />
        </Alert>
      )}
      {children}
    </form>
  );
}
