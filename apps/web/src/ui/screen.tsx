import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/page-title.ts';
import { classes } from './classes.ts';
import style from './screen.module.css';

type Props = {
  /** The only h1; the focus moves to it on navigation and the document's title names it. */
  title: string;
  intro?: ReactNode;
  /** The link back to the parent of this screen, above the title. */
  back?: ReactNode;
  /** The screen's own buttons, beside the title. */
  actions?: ReactNode;
  /** Forms stay narrow, lists use the whole width. */
  isNarrow?: boolean;
  children?: ReactNode;
};

export function Screen({ title, intro, back, actions, isNarrow = false, children }: Props) {
  usePageTitle(title);
  return (
    <Page isNarrow={isNarrow}>
      <header className={style.head}>
        <div>
          {back !== undefined && <div className={style.back}>{back}</div>}
          <h1 tabIndex={-1}>{title}</h1>
          {intro !== undefined && <p className={style.intro}>{intro}</p>}
        </div>
        {actions}
      </header>
      {children}
    </Page>
  );
}

/** Width and margins of a screen that places its own h1. */
export function Page({ isNarrow = false, children }: Pick<Props, 'isNarrow' | 'children'>) {
  return <div className={classes(style.screen, isNarrow && style.narrow)}>{children}</div>;
}
