import { type ReactNode, useEffect, useRef } from 'react';
import type { NoticeType } from '../lib/notices.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { NoticeIcon } from './notice-icon.tsx';
import style from './outcome.module.css';
import { Page } from './screen.tsx';

type Props = {
  type: NoticeType;
  title: string;
  children: ReactNode;
  /** Where to go on: the form is gone, so without it the screen would lead nowhere. */
  action: ReactNode;
};

/** Shows the result in place of the form. The focus moves to the heading, because the form that had it is gone. */
export function Outcome({ type, title, children, action }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Page isNarrow>
      <div className={style.outcome} data-tone={type}>
        <NoticeIcon type={type} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{children}</p>
        {action}
      </div>
    </Page>
  );
}
