import type { ComponentProps, HTMLAttributes } from 'react';
import { classes } from './classes.ts';
import style from './layout.module.css';

type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6;

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'span' | 'p' | undefined;
  /** The distance between the parts, in steps of tokens.css. */
  gap?: Gap;
};

/** Parts below each other, each as wide as the whole; with `isStart` each as wide as it needs to be. */
export function Stack({
  as: Tag = 'div',
  gap = 4,
  isStart = false,
  className,
  ...rest
}: Props & { isStart?: boolean }) {
  return <Tag {...rest} className={classes(style.stack, isStart && style.start, className)} data-gap={gap} />;
}

/** Parts beside each other, on further lines if there is no room; with `isApart` the first and last are at the edges. */
export function Row({ as: Tag = 'div', gap = 3, isApart = false, className, ...rest }: Props & { isApart?: boolean }) {
  return <Tag {...rest} className={classes(style.row, isApart && style.apart, className)} data-gap={gap} />;
}

/** As many equal columns as fit, each at least as wide as a form's field with its label. */
export function Columns({ gap = 6, className, ...rest }: Omit<Props, 'as'>) {
  return <div {...rest} className={classes(style.columns, className)} data-gap={gap} />;
}

/** A list of items below each other with a line between them. */
export function RowList({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classes(style.rows, className)} />;
}

/** A list with a point before each item. */
export function Bullets(props: ComponentProps<'ul'>) {
  return <ul {...props} className={style.bullets} />;
}

/** Less important words than those beside them; `isSmall` for mere additions. */
export function Quiet({
  as: Tag = 'p',
  isSmall = true,
  className,
  ...rest
}: Omit<Props, 'gap'> & { isSmall?: boolean }) {
  return <Tag {...rest} className={classes(style.quiet, isSmall && style.small, className)} />;
}
