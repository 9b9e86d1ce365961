import { type ReactNode, useState } from 'react';
import { ChevronDownIcon } from './area-icons.tsx';
import style from './disclosure.module.css';

type Props = {
  summary: ReactNode;
  /** Made when first opened, so that a closed one loads nothing. */
  children: () => ReactNode;
  isOpenAtFirst?: boolean;
};

/** Details in place, by the platform's own element. */
export function Disclosure({ summary, children, isOpenAtFirst = false }: Props) {
  const [wasOpened, setOpened] = useState(isOpenAtFirst);
  return (
    <details
      className={style.disclosure}
      open={isOpenAtFirst}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary className={style.summary}>
        <div>{summary}</div>
        <ChevronDownIcon />
      </summary>
      {wasOpened && <div className={style.body}>{children()}</div>}
    </details>
  );
}
