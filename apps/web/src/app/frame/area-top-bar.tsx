import { useT } from '../../lib/i18n.ts';
import { UserIcon } from '../../ui/area-icons.tsx';
import { Menu, menuItem } from '../../ui/menu.tsx';
import { NoticeList } from '../../ui/notice-list.tsx';
import { AreaLink } from './area-link.tsx';
import { Brand } from './brand.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { OfflineNote } from './offline-note.tsx';
import { SignOutLink } from './sign-out-link.tsx';
import style from './top-bar.module.css';

const places = ['home', 'cards', 'trips', 'payments', 'products', 'addCard'] as const;

export function AreaTopBar() {
  const t = useT();
  return (
    <header className={style.top}>
      <div className={style.bar}>
        <Brand />
        <nav className={style.links} aria-label={t('nav.main')}>
          {places.map((name) => (
            <AreaLink key={name} name={name} className={style.link} />
          ))}
        </nav>
        <div className={style.tools}>
          <div className={style.onlyWide}>
            <LanguageSwitch />
          </div>
          <NoticeList />
          <div className={style.onlyWide}>
            <Menu label={t('nav.account')} trigger={<UserIcon />}>
              <AreaLink name="account" {...menuItem} />
              <SignOutLink {...menuItem} />
            </Menu>
          </div>
        </div>
      </div>
      <OfflineNote />
    </header>
  );
}
