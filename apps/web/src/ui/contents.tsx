import { type MouseEvent, type ReactNode, useCallback, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import style from './contents.module.css';
import { ContentsContext, type ContentsPart } from './contents-part.ts';

/** A long screen. Where its parts stand below each other it begins with links to them: they are the panels with a title. */
export function WithContents({ children }: { children: ReactNode }) {
  const t = useT();
  const [parts, setParts] = useState<readonly ContentsPart[]>([]);
  const add = useCallback((part: ContentsPart) => {
    setParts((now) => [...now, part].toSorted(inOrderOfScreen));
    return () => setParts((now) => now.filter((one) => one !== part));
  }, []);
  return (
    <ContentsContext value={add}>
      <nav className={style.contents} aria-label={t('common.contents')}>
        <ul>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </ContentsContext>
  );
}

function inOrderOfScreen(one: ContentsPart, other: ContentsPart): number {
  const [first, second] = [document.getElementById(one.id), document.getElementById(other.id)];
  if (!first || !second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Not by the address: "Back" leaves the screen. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const part = document.getElementById(id);
  if (!part) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: 'start' });
}
