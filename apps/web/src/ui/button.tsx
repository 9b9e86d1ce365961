import type { ComponentProps, MouseEvent } from 'react';
import style from './button.module.css';
import { type ButtonVariant, buttonClass } from './button-class.ts';

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  /** An action is in progress: the button keeps its place and focus, and does nothing. */
  isBusy?: boolean | undefined;
  /** There is nothing to do now; unlike a disabled button it keeps the focus, so that a keyboard user keeps the place. */
  isOff?: boolean | undefined;
  isWide?: boolean | undefined;
};

export function Button({
  variant,
  isBusy = false,
  isOff = false,
  isWide = false,
  className,
  onClick,
  children,
  ...rest
}: Props) {
  const isInert = isBusy || isOff;
  const handleClick = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isInert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, { isWide, className })}
      aria-disabled={isInert || undefined}
      onClick={handleClick}
    >
      {isBusy && <span className={style.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
