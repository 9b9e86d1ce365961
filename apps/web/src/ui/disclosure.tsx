import { type ReactNode, useState } from 'react';
import { ChevronDownIcon } from './area-icons.tsx';
import style from './disclosure.module.css';
import { useOpenedRow } from './opened-rows.tsx';

type Props = {
  /** Distinguishes it from the others of its list. */
  id: string;
  summary: ReactNode;
  /** Made when first opened, so that a closed one loads nothing. Who calls `close` moves the focus. */
  children: (close: () => void) => ReactNode;
};

/** Details in place, with the platform's own element. */
export function Disclosure({ id, summary, children }: Props) {
  const { isOpen, setOpen, opener } = useOpenedRow<HTMLElement>(id);
  const [wasOpened, setOpened] = useState(isOpen);
  const close = (): void => setOpen(false);
  return (
    <details
      className={style.disclosure}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        if (currentTarget.open) setOpened(true);
      }}
    >
      <summary className={style.summary} ref={opener}>
        <div>{summary}</div>
        <ChevronDownIcon />
      </summary>
      {wasOpened && <div className={style.body}>{children(close)}</div>}
    </details>
  );
}
