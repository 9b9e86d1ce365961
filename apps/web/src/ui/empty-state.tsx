import type { ReactNode } from 'react';
import style from './states.module.css';

type Props = {
  icon?: ReactNode;
  title: ReactNode;
  /** Why there is nothing, and what to do about it. */
  children: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={style.state}>
      {icon}
      <h3 className={style.title}>{title}</h3>
      <p>{children}</p>
      {action}
    </div>
  );
}
