import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHiddenSince } from '../lib/hidden-page.ts';
import { useT } from '../lib/i18n.ts';
import { focusOn } from '../lib/keep-focus.ts';
import { closeNotice, type Notice, useNotices } from '../lib/notices.ts';
import { onAction } from '../lib/on-action.ts';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { NoticeIcon } from './notice-icon.tsx';
import style from './toasts.module.css';
import { type Layer, pageLayer, useTopLayer } from './top-layer.ts';
import { TraceId } from './trace-id.tsx';
import { Unbroken } from './unbroken.tsx';

/** The notice under the pointer, and the one with the focus. */
type Held = { pointer?: string | undefined; focus?: string | undefined };

/** Milliseconds after which a notice has certainly been read out. */
const readOutAfter = 1000;

/**
 * The notices on screen, in the page and in each open dialog: notices behind a dialog could not be pressed or read
 * out. Two live regions exist from the start, because a screen reader reads only what is added to a region that it already
 * knows: failures interrupt, other notices wait. A notice that was read out in another layer moves here outside of both. One that
 * comes while the page cannot be seen is added when it can, because nothing of a hidden page is read out.
 */
export function Toasts({ layer = pageLayer }: { layer?: Layer }) {
  const t = useT();
  const { shown } = useNotices();
  const top = useTopLayer();
  const [held, setHeld] = useState<Held>({});
  const ref = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element>(null);
  const hiddenSince = useHiddenSince();
  const here = top.layer === layer ? shown.filter(({ at }) => hiddenSince === undefined || at < hiddenSince) : [];
  const readOut = here.filter(({ at }) => at < top.since - readOutAfter);
  const fresh = here.filter((notice) => !readOut.includes(notice));
  const urgent = fresh.filter(({ type }) => type === 'danger' || type === 'warning');
  const calm = fresh.filter((notice) => !urgent.includes(notice));
  // Only notices that are still here count: React sends no event when it removes the element that has the pointer or the focus.
  const isHeld = hiddenSince !== undefined || here.some(({ uuid }) => uuid === held.pointer || uuid === held.focus);
  const removed = here.some(({ uuid }) => uuid === held.focus) ? undefined : held.focus;

  useRoomAtEnd(ref, here.length > 0);
  // The notice with the focus was withdrawn, or another one took its place.
  useLayoutEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (removed !== undefined && isNowhere) focusAfter(removed, ref.current, cameFrom.current);
  }, [removed]);

  const holdBy = (by: keyof Held, target?: EventTarget): void => {
    const notice = target instanceof Element ? target.closest<HTMLElement>('[data-notice]') : null;
    setHeld((now) => ({ ...now, [by]: notice?.dataset.notice }));
  };
  const handleFocus = ({ target, relatedTarget, currentTarget }: FocusEvent): void => {
    holdBy('focus', target);
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  const handleClose = (uuid: string): void => {
    const hadFocus = ref.current?.contains(document.activeElement);
    closeNotice(uuid);
    if (hadFocus) focusAfter(uuid, ref.current, cameFrom.current);
  };
  const show = (notice: Notice) => <Toast key={notice.uuid} notice={notice} isHeld={isHeld} onClose={handleClose} />;
  return (
    // Pointing and focusing only stop the timer; every control inside works by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <section
      ref={ref}
      aria-label={t('nav.notices')}
      className={style.toasts}
      onPointerOver={({ target }) => holdBy('pointer', target)}
      onPointerLeave={() => holdBy('pointer')}
      onFocus={handleFocus}
      onBlur={() => holdBy('focus')}
    >
      <div>{readOut.map(show)}</div>
      <div role="alert">{urgent.map(show)}</div>
      <div role="status">{calm.map(show)}</div>
    </section>
  );
}

/** Tells the page how high the notices are, so that a focused element scrolls clear of them (tokens.css). */
function useRoomAtEnd(ref: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    const notices = ref.current;
    if (!isNeeded || !notices) return;
    const root = document.documentElement.style;
    const sizes = new ResizeObserver(([region]) => {
      root.setProperty('--notices', `${region?.borderBoxSize[0]?.blockSize ?? 0}px`);
      if (isFocusUnder(notices)) document.activeElement?.scrollIntoView({ block: 'nearest' });
    });
    sizes.observe(notices);
    return () => {
      sizes.disconnect();
      root.removeProperty('--notices');
    };
  }, [ref, isNeeded]);
}

/** True if a notice lies over the control that has the focus. Headings and whole pages are no controls. */
function isFocusUnder(region: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused || focused.matches('body, [tabindex="-1"]') || region.contains(focused)) return false;
  const { left, width, bottom } = focused.getBoundingClientRect();
  return region.contains(document.elementFromPoint(left + width / 2, bottom - 1));
}

/** The focus of a notice that is closed moves to the next notice, or back to where it was before. */
function focusAfter(closed: string, region: HTMLElement | null, cameFrom: Element | null): void {
  const next = region?.querySelector<HTMLElement>(`[data-notice]:not([data-notice="${closed}"]) button:last-of-type`);
  if (next) {
    next.focus();
    return;
  }
  const main = region?.closest('dialog') ?? document.querySelector('main');
  const before = cameFrom instanceof HTMLElement && cameFrom.isConnected ? cameFrom : main;
  if (before) focusOn(before);
}

type ToastProps = {
  notice: Notice;
  isHeld: boolean;
  onClose: (uuid: string) => void;
};

function Toast({ notice, isHeld, onClose }: ToastProps) {
  const t = useT();
  const { uuid, type, duration, waitsForAction = false } = notice;
  const [isWaiting, setWaiting] = useState(waitsForAction);
  useEffect(() => (isWaiting ? onAction(() => setWaiting(false), ['wheel']) : undefined), [isWaiting]);
  useEffect(() => {
    // The pointer, the focus or a hidden page held it: the full time starts again afterwards, so that readers have enough time.
    if (isHeld || isWaiting || duration === 0) return;
    const timer = setTimeout(() => closeNotice(uuid), duration);
    return () => clearTimeout(timer);
  }, [isHeld, isWaiting, uuid, duration]);
  return (
    <div className={style.toast} data-tone={type} data-notice={uuid}>
      <NoticeIcon type={notice.icon ?? type} />
      <NoticeBody notice={notice} onClose={onClose} />
      <Button variant="icon" className={style.close} aria-label={t('common.close')} onClick={() => onClose(uuid)}>
        <CloseIcon />
      </Button>
    </div>
  );
}

type BodyProps = { notice: Notice; onClose?: (uuid: string) => void };

/** Title, sentence, trace id and button of a notice; also used in the list behind the bell. */
export function NoticeBody({ notice, onClose = closeNotice }: BodyProps) {
  const t = useT();
  const { content, traceId, action, unbroken } = notice;
  const handleAction = (): void => {
    onClose(notice.uuid);
    action?.run();
  };
  return (
    <div className={style.body}>
      <p className={style.title}>{unbroken ? <Unbroken words={notice.title(t)} part={unbroken} /> : notice.title(t)}</p>
      {content && <p>{content(t)}</p>}
      <TraceId of={traceId} className={style.trace} />
      {action && (
        <Button variant="quiet" onClick={handleAction}>
          {action.label(t)}
        </Button>
      )}
    </div>
  );
}
