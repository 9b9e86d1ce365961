import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useT } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import style from './dialog.module.css';
import { FormActions } from './form-actions.tsx';
import { HoldContext } from './hold.ts';
import { CloseIcon } from './icons.tsx';
import { useNoStrayPress } from './stray-press.ts';
import { Toasts } from './toasts.tsx';
import { useCoveringLayer } from './top-layer.ts';

type Props = {
  title: ReactNode;
  isOpen: boolean;
  /** Another dialog asks something first: this one waits hidden, with everything that was typed. */
  isCovered?: boolean;
  /** It is read before anything is typed: it opens at its beginning, and no field takes the focus. */
  isForReading?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom; the one that continues is the last. */
  actions?: ReactNode;
};

const LeaveContext = createContext({ isBusy: false, leave: (): void => undefined });

/**
 * The platform's dialog: focus stays inside, Escape closes it and focus returns to where it was. While an action in it is
 * in progress it cannot be closed, so that the passenger also learns how it ended.
 */
export function Dialog({ title, isOpen, isCovered = false, isForReading = false, onClose, children, actions }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [layer] = useState(() => Symbol('dialog'));
  const [acts, setActs] = useState(0);
  const hold = useCallback((isBegun: boolean) => setActs((now) => now + (isBegun ? 1 : -1)), []);
  const isBusy = acts > 0;
  const t = useT();
  const leaving = useMemo(() => ({ isBusy, leave: onClose }), [isBusy, onClose]);
  useCoveringLayer(layer, isOpen);
  useModal(ref, { isOpen, isForReading });
  const stopStrayPress = useNoStrayPress(isOpen);
  const keepOpen = (event: SyntheticEvent): void => {
    if (isBusy) event.preventDefault();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') keepOpen(event);
  };
  // A browser may close it anyway: then it opens again.
  const handleClose = (): void => (isBusy && isOpen ? ref.current?.showModal() : onClose());
  return (
    // The platform handles the keys; one of them is blocked while an action is in progress.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <dialog
      ref={ref}
      className={isCovered ? `${style.dialog} ${style.covered}` : style.dialog}
      aria-labelledby={titleId}
      onClickCapture={stopStrayPress}
      onKeyDown={handleKey}
      onCancel={keepOpen}
      onClose={handleClose}
    >
      {isOpen && (
        <HoldContext value={hold}>
          <LeaveContext value={leaving}>
            <div className={style.head}>
              <h2 id={titleId}>{title}</h2>
              <Button variant="icon" aria-label={t('common.close')} isOff={isBusy} onClick={onClose}>
                <CloseIcon />
              </Button>
            </div>
            <div className={style.body}>{children}</div>
            {actions && (
              <div className={style.actions}>
                <FormActions>{actions}</FormActions>
              </div>
            )}
            <Toasts layer={layer} />
          </LeaveContext>
        </HoldContext>
      )}
    </dialog>
  );
}

/** Opens and closes the platform's dialog before the next frame: `keepFocus` looks then and must find it closed. */
function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  { isOpen, isForReading }: { isOpen: boolean; isForReading: boolean },
): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog && !dialog.open) {
      dialog.showModal();
      // The first field takes the focus, not the button that closes the dialog.
      if (!isForReading) dialog.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus();
    }
    if (!isOpen) dialog?.close();
  }, [isOpen, isForReading, ref]);
}

/** Closes the dialog around it, unless an action is in progress. */
export function CancelButton() {
  const t = useT();
  const { isBusy, leave } = useContext(LeaveContext);
  return (
    <Button isOff={isBusy} onClick={leave}>
      {t('common.cancel')}
    </Button>
  );
}
