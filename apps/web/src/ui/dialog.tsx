import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import style from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

type Props = {
  title: ReactNode;
  isOpen: boolean;
  /** Another dialog asks something in between: this one waits unseen, with all that was typed. */
  isCovered?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the one that goes on last. */
  actions?: ReactNode;
};

/** The platform's dialog: focus stays inside, Escape closes it and focus returns to where it was. */
export function Dialog({ title, isOpen, isCovered = false, onClose, children, actions }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const t = useT();
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog && !dialog.open) {
      dialog.showModal();
      // What is to be filled in, rather than the cross that closes it.
      dialog.querySelector<HTMLElement>('input, select, textarea')?.focus();
    }
    if (!isOpen) dialog?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={ref}
      className={isCovered ? `${style.dialog} ${style.covered}` : style.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      {isOpen && (
        <>
          <div className={style.head}>
            <h2 id={titleId}>{title}</h2>
            <Button variant="icon" aria-label={t('common.close')} onClick={onClose}>
              <CloseIcon />
            </Button>
          </div>
          <div className={style.body}>{children}</div>
          {actions && <div className={style.actions}>{actions}</div>}
        </>
      )}
    </dialog>
  );
}
