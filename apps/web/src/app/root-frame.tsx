import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useT } from '../lib/i18n.ts';
import style from './frame/frame.module.css';

// Nothing is to be told before something has been done, so the first paint waits neither for it nor for its words.
const Toasts = lazy(async () => (await import('./after-start.ts')).loadToasts());

/** What every screen stands in: the way past the navigation, and the notices. */
export function RootFrame() {
  const t = useT();
  return (
    <>
      <a className={style.skip} href="#main">
        {t('nav.skipToContent')}
      </a>
      <Outlet />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}
