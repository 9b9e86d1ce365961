import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import style from './summary.module.css';

type Props = {
  name: ReactNode;
  amount: ReactNode;
  /** More about it, under its name. */
  note: ReactNode;
  /** Its state, under the amount. */
  status?: ReactNode;
  /** What happened to it later, in a line of its own. */
  below?: ReactNode;
  /** The note and the state need all of a phone's width: they go below the arrow that opens the row. */
  hasLongNote?: boolean;
};

/** A record on one row: its name, its amount, and below them the details. */
export function Summary({ name, amount, note, status, below, hasLongNote = false }: Props) {
  return (
    <div className={style.summary} data-long-note={hasLongNote || undefined}>
      <div className={style.pair}>
        <span className={style.name}>{name}</span>
        <span className={style.amount}>{amount}</span>
      </div>
      <div className={classes(style.pair, style.second)}>
        <div className={style.note}>{note}</div>
        {status !== undefined && <span className={style.status}>{status}</span>}
      </div>
      {below && <span className={style.below}>{below}</span>}
    </div>
  );
}
