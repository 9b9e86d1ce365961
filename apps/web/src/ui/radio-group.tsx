import { type ReactNode, useId } from 'react';
import type { LazyText } from '../lib/i18n.ts';
import { CheckboxGroup } from './checkbox-group.tsx';
import style from './field.module.css';

type Props = {
  label: ReactNode;
  name: string;
  error: LazyText | undefined;
  options: readonly { readonly value: string; readonly label: ReactNode }[];
  defaultValue?: string | undefined;
  onChoose?: (value: string) => void;
};

/** Choices of which one is taken. */
export function RadioGroup({ label, name, error, options, defaultValue, onChoose }: Props) {
  const id = useId();
  return (
    <CheckboxGroup label={label} error={error}>
      {options.map((option) => (
        <div key={option.value} className={style.check}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            className={style.box}
            onChange={() => onChoose?.(option.value)}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
        </div>
      ))}
    </CheckboxGroup>
  );
}
