import type { ReactNode } from 'react';
import type { NoticeType } from '../lib/notices.ts';
import style from './alert.module.css';
import { NoticeIcon } from './notice-icon.tsx';

type Props = {
  type: NoticeType;
  title?: ReactNode;
  children?: ReactNode;
  /** Focus moves here when a form is refused without a wrong field. */
  isFocusable?: boolean;
};

/** A sentence that stays on the page. Only a warning or a failure interrupts a screen reader. */
export function Alert({ type, title, children, isFocusable = false }: Props) {
  const focus = isFocusable ? { tabIndex: -1, 'data-form-alert': '' } : {};
  const role = type === 'danger' || type === 'warning' ? 'alert' : 'status';
  return (
    <div className={`${style.alert} ${style[type]}`} role={role} {...focus}>
      <NoticeIcon type={type} />
      <div className={style.body}>
        {title !== undefined && <p className={style.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
    </div>
  );
}
