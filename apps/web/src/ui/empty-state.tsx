import type { ReactNode } from 'react';
import { Heading } from './heading.tsx';
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
      <Heading className={style.title}>{title}</Heading>
      <p>{children}</p>
      {action}
    </div>
  );
}
