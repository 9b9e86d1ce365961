import type { ReactNode } from 'react';
import style from './accessibility-note.module.css';
import { AccessibilityIcon } from './document-icons.tsx';
import { Menu } from './menu.tsx';

/** The tooltip beside a document: keyboard, pointer and touch can open it, and it stays until it is closed. */
export function AccessibilityNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Menu
      variant="quiet"
      trigger={
        <>
          <AccessibilityIcon />
          {title}
        </>
      }
    >
      <div className={style.note}>
        <p className={style.title}>{title}</p>
        <p>{children}</p>
      </div>
    </Menu>
  );
}
