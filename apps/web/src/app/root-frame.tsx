import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useT } from '../lib/i18n.ts';
import style from './frame/frame.module.css';

// Nothing is to be told before something has been done, so the first paint need not wait for it.
const Toasts = lazy(async () => ({ default: (await import('../ui/toasts.tsx')).Toasts }));

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
