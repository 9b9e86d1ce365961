import { type MouseEvent, type ReactNode, useId } from 'react';
import { type ButtonVariant, buttonClass } from './button-class.ts';
import style from './menu.module.css';

type Props = {
  /** The content of the button. */
  trigger: ReactNode;
  /** The button's name if the trigger is only an icon. */
  label?: string;
  variant?: ButtonVariant;
  className?: string | undefined;
  /** The edge of the button that the panel is aligned to; the default is the end. */
  edge?: 'start' | 'end';
  onOpen?: () => void;
  children: ReactNode;
};

/**
 * A button that opens a panel of links and buttons, with the platform's popover: Escape and a press outside close it and
 * focus returns; it also closes when the focus leaves it. It contains ordinary controls in tab order and is no application menu.
 */
export function Menu({ trigger, label, variant = 'icon', className, edge = 'end', onOpen, children }: Props) {
  const id = useId();
  return (
    <>
      <button type="button" className={buttonClass(variant, { className })} aria-label={label} popoverTarget={id}>
        {trigger}
      </button>
      <div
        ref={closeWhenLeft}
        id={id}
        popover="auto"
        className={style.panel}
        data-edge={edge}
        onToggle={({ newState, target, currentTarget: panel }) => {
          // A menu inside this one sends its event here as well.
          if (target !== panel) return;
          if (newState === 'open') onOpen?.();
          else giveBack(panel);
        }}
      >
        {children}
      </div>
    </>
  );
}

/** When a menu inside another menu closes, the platform does not give the focus back to its button; this does. */
function giveBack(panel: HTMLElement): void {
  const { activeElement: focused, body } = document;
  const button = panel.previousElementSibling;
  if ((focused === body || panel.contains(focused)) && button instanceof HTMLElement) button.focus();
}

/** The panel covers the part of the page behind it, so it closes when the focus moves there. */
function closeWhenLeft(panel: HTMLElement | null): (() => void) | undefined {
  if (panel === null) return undefined;
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Element) || panel.contains(relatedTarget)) return;
    panel.hidePopover();
    // The page may have become shorter with it.
    relatedTarget.scrollIntoView({ block: 'nearest' });
  };
  panel.addEventListener('focusout', leave);
  return () => panel.removeEventListener('focusout', leave);
}

/** Closes the menu around a chosen line. */
export function closeMenu(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** Closes every open menu, so that a notice on the page is not behind one. */
export function closeMenus(): void {
  for (const panel of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) panel.hidePopover();
}

/** Look and behaviour of one line of a menu, for a link or a button. */
export const menuItem = { className: style.item, onClick: closeMenu } as const;
