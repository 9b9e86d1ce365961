import { Outlet } from '@tanstack/react-router';
import { useT } from '../lib/i18n.ts';
import { Toasts } from '../ui/toasts.tsx';
import style from './frame/frame.module.css';

/** What every screen stands in: the way past the navigation, and the notices. */
export function RootFrame() {
  const t = useT();
  return (
    <>
      <a className={style.skip} href="#main">
        {t('nav.skipToContent')}
      </a>
      <Outlet />
      <Toasts />
    </>
  );
}
