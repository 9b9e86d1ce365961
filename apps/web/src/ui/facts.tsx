import type { ReactNode } from 'react';
import style from './facts.module.css';

export type Fact = {
  readonly label: string;
  readonly value: ReactNode;
  /** A long value, which has the room of two on a wide page. */
  readonly isLong?: boolean;
};

/** Names and values, side by side if there is room. Without a value, the name is left out too. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '' && value !== false);
  return (
    <dl className={style.facts}>
      {Object.entries(known).map(([place, { label, value, isLong }]) => (
        <div key={place} className={isLong ? `${style.fact} ${style.wide}` : style.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
