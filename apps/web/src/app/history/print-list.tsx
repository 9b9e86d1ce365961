import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { PrintIcon } from '../../ui/document-icons.tsx';
import style from './history.module.css';

type Props = {
  /** Whether the page shows fewer rows than it can. */
  isShort: boolean;
  /** Whether the rows on the page are those that were asked for. */
  isSettled: boolean;
  /** Shows as many rows as one page can. */
  onAll: () => void;
  /** Another way to take the records along, beside the button. */
  beside: ReactNode;
};

/** Prints the list, with all rows that one page can show; browsers also save it as a PDF. */
export function PrintList({ isShort, isSettled, onAll, beside }: Props) {
  const t = useT();
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || isShort || !isSettled) return;
    isAsked.current = false;
    window.print();
  }, [isShort, isSettled]);
  const handleClick = (): void => {
    if (!isShort) {
      window.print();
      return;
    }
    isAsked.current = true;
    onAll();
  };
  return (
    <div className={style.print}>
      <Button variant="quiet" onClick={handleClick}>
        <PrintIcon />
        {t('cards.print')}
      </Button>
      {beside}
    </div>
  );
}
