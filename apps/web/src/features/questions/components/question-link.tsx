import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';

type Props = {
  /** The question that is opened; undefined for the list alone. */
  number?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A link to the passenger's questions. */
export function QuestionLink({ number, className, children }: Props) {
  return (
    <Link to={pathOf('questions')} search={number === undefined ? {} : { open: number }} className={className}>
      {children}
    </Link>
  );
}
