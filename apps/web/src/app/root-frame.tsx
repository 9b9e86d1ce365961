import { Outlet } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useT } from '../lib/i18n.ts';
import style from './frame/frame.module.css';

// No notice appears before the passenger has acted, so the first paint does not wait for this part or its texts.
// If they do not arrive, the page still works.
const Toasts = lazy<ComponentType>(async () => {
  const afterStart = await import('./after-start.ts').catch(() => undefined);
  return afterStart?.loadToasts() ?? { default: () => null };
});

/** The frame of every screen: the skip link, and the notices. */
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
