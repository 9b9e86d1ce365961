import style from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'link' | 'danger' | 'icon';

/** The look of a button, also for a link among buttons. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  { isWide = false, className }: { isWide?: boolean; className?: string | undefined } = {},
): string {
  return [style.button, style[variant], isWide && style.wide, className].filter(Boolean).join(' ');
}
