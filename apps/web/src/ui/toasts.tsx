import { useEffect, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { closeNotice, type Notice, useNotices } from '../lib/notices.ts';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { NoticeIcon } from './notice-icon.tsx';
import style from './toasts.module.css';

/**
 * The notices on screen. Two live regions stand in the page from the start, since a screen reader hears only what is
 * added to a region it already knows: failures interrupt, the rest waits its turn.
 */
export function Toasts() {
  const t = useT();
  const { shown } = useNotices();
  const [isHeld, setHeld] = useState(false);
  const urgent = shown.filter((notice) => notice.type === 'danger' || notice.type === 'warning');
  const calm = shown.filter((notice) => !urgent.includes(notice));
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  return (
    // Pointing and focusing only hold the clock; every control inside works by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <section
      aria-label={t('nav.notices')}
      className={style.toasts}
      {...hold}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="alert">
        {urgent.map((notice) => (
          <Toast key={notice.uuid} notice={notice} isHeld={isHeld} />
        ))}
      </div>
      <div role="status">
        {calm.map((notice) => (
          <Toast key={notice.uuid} notice={notice} isHeld={isHeld} />
        ))}
      </div>
    </section>
  );
}

function Toast({ notice, isHeld }: { notice: Notice; isHeld: boolean }) {
  const t = useT();
  useEffect(() => {
    // Held by pointer or focus: the full time starts again afterwards, so nobody is hurried.
    if (isHeld || notice.duration === 0) return;
    const timer = setTimeout(() => closeNotice(notice.uuid), notice.duration);
    return () => clearTimeout(timer);
  }, [isHeld, notice]);
  return (
    <div className={`${style.toast} ${style[notice.type]}`}>
      <NoticeIcon type={notice.type} />
      <NoticeBody notice={notice} />
      <Button
        variant="icon"
        className={style.close}
        aria-label={t('common.close')}
        onClick={() => closeNotice(notice.uuid)}
      >
        <CloseIcon />
      </Button>
    </div>
  );
}

/** Title, sentence, trace id and button of a notice; also used in the list behind the bell. */
export function NoticeBody({ notice }: { notice: Notice }) {
  const t = useT();
  const { content, traceId, action } = notice;
  const handleAction = (): void => {
    closeNotice(notice.uuid);
    action?.run();
  };
  return (
    <div className={style.body}>
      <p className={style.title}>{notice.title(t)}</p>
      {content && <p>{content(t)}</p>}
      {traceId && <p className={style.trace}>{t('common.traceId', { id: traceId })}</p>}
      {action && (
        <Button variant="quiet" onClick={handleAction}>
          {action.label(t)}
        </Button>
      )}
    </div>
  );
}
