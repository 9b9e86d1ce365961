import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Brand } from './frame/brand.tsx';
import { Footer } from './frame/footer.tsx';
import style from './frame/frame.module.css';
import { LanguageSwitch } from './frame/language-switch.tsx';

/** The frame of a screen that needs no sign-in; a page without a route of its own is put in as children. */
export function PublicLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={style.page}>
      <header className={style.top}>
        <div className={style.bar}>
          <Brand />
          <div className={style.tools}>
            <LanguageSwitch />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={style.main}>
        {children ?? <Outlet />}
      </main>
      <Footer />
    </div>
  );
}
