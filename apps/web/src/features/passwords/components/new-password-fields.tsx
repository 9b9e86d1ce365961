import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { useRef, useState } from 'react';
import { useEarlyText } from '../../../lib/use-early-text.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import type { EnterKeyHint } from '../../../ui/text-field.tsx';
import type { FormState } from '../../../ui/use-form.ts';
import { PasswordRulesList } from './password-rules-list.tsx';

type Props = {
  field: FormState['field'];
  rules: PasswordRules;
  label: string;
  repeatLabel: string;
  /** For the repetition, where it is the last box of its form. */
  enterKeyHint?: EnterKeyHint | undefined;
};

/** A new password and its repetition, with the rules before them, which a screen reader reads with the field; the fields are called `password` and `repeat`. */
export function NewPasswordFields({ field, rules, label, repeatLabel, enterKeyHint }: Props) {
  const [password, setPassword] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useEarlyText(box, setPassword);
  const handleInput = ({ currentTarget }: { currentTarget: HTMLInputElement }): void =>
    setPassword(currentTarget.value);
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
        onChange={handleInput}
      />
      <PasswordField
        {...field('repeat')}
        label={repeatLabel}
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
        required
      />
    </>
  );
}
