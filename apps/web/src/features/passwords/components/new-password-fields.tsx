import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { useRef, useState } from 'react';
import { useEarlyText } from '../../../lib/use-early-text.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import type { FormState } from '../../../ui/use-form.ts';
import { PasswordRulesList } from './password-rules-list.tsx';

type Props = { field: FormState['field']; rules: PasswordRules; label: string; repeatLabel: string };

/** A new password and its repetition, with the rules before them, which a screen reader reads with the field; the fields are called `password` and `repeat`. */
export function NewPasswordFields({ field, rules, label, repeatLabel }: Props) {
  const [password, setPassword] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useEarlyText(box, setPassword);
  const handleInput = (event: React.InputEvent<HTMLInputElement>): void => setPassword(event.currentTarget.value);
  return (
    <>
      <PasswordField
        {...field('password')}
        ref={box}
        label={label}
        help={<PasswordRulesList password={password} rules={rules} />}
        autoComplete="new-password"
        required
        onInput={handleInput}
      />
      <PasswordField {...field('repeat')} label={repeatLabel} autoComplete="new-password" required />
    </>
  );
}
