import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { useContentsPart } from './contents-part.ts';
import { Heading, UnderHeading } from './heading.tsx';
import style from './panel.module.css';

type Props = {
  title?: ReactNode;
  /** A link or button beside the title. */
  aside?: ReactNode;
  look?: 'raised' | 'sunken';
  /** No padding: for a table or list that reaches the edges. */
  isFlush?: boolean;
  className?: string | undefined;
  /** Its name in the contents of a long screen; the default is its title. */
  listedAs?: ReactNode;
  children: ReactNode;
};

/** An area for one thing; with a title it is a named region. */
export function Panel({
  title,
  aside,
  look = 'raised',
  isFlush = false,
  className,
  listedAs = title,
  children,
}: Props) {
  const titleId = useId();
  useContentsPart(titleId, listedAs);
  const panelClass = classes(style.panel, style[look], isFlush && style.flush, className);
  if (title === undefined)
    return (
      <div className={panelClass} {...(listedAs !== undefined && { id: titleId })}>
        {children}
      </div>
    );
  return (
    <section className={panelClass} aria-labelledby={titleId}>
      <div className={style.head}>
        <Heading id={titleId} className={style.title}>
          {title}
        </Heading>
        {aside}
      </div>
      <UnderHeading>{children}</UnderHeading>
    </section>
  );
}
