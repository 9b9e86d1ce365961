import { type ReactNode, useId } from 'react';
import type { NoticeType } from '../lib/notices.ts';
import style from './alert.module.css';
import { NoticeIcon } from './notice-icon.tsx';

type Props = {
  type: NoticeType;
  title?: ReactNode;
  children?: ReactNode;
  /** The alert is a permanent part of the page: a named region, so that it does not interrupt a screen reader at each load. */
  isStanding?: boolean;
  /** The focus moves here when a form is refused without a wrong field. */
  isFocusable?: boolean;
};

/** A permanent sentence on the page. Only a warning or a failure interrupts a screen reader. */
export function Alert({ type, title, children, isStanding = false, isFocusable = false }: Props) {
  const focus = isFocusable ? { tabIndex: -1, 'data-form-alert': '' } : {};
  const titleId = useId();
  const news = type === 'danger' || type === 'warning' ? 'alert' : 'status';
  const role = isStanding ? { role: 'region', 'aria-labelledby': titleId } : { role: news };
  return (
    <div className={style.alert} data-tone={type} {...role} {...focus}>
      <NoticeIcon type={type} />
      <div className={style.body}>
        {title !== undefined && (
          <p id={titleId} className={style.title}>
            {title}
          </p>
        )}
        {children !== undefined && <div>{children}</div>}
      </div>
    </div>
  );
}
