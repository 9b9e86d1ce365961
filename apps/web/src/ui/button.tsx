import type { ComponentProps, MouseEvent } from 'react';
import style from './button.module.css';
import { type ButtonVariant, buttonClass } from './button-class.ts';

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  /** Something is under way: the button keeps its place and focus, and does nothing. */
  isBusy?: boolean | undefined;
  isWide?: boolean | undefined;
};

export function Button({ variant, isBusy = false, isWide = false, className, onClick, children, ...rest }: Props) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, { isWide, className })}
      aria-disabled={isBusy || undefined}
      onClick={handleClick}
    >
      {isBusy && <span className={style.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
