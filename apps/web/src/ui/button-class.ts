import style from './button.module.css';
import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'link' | 'danger' | 'icon';

/** The look of a button, also for a link among buttons. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  { isWide = false, className }: { isWide?: boolean; className?: string | undefined } = {},
): string {
  return classes(style.button, style[variant], isWide && style.wide, className);
}
