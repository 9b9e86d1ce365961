import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { MoreIcon } from '../../ui/area-icons.tsx';
import { Menu, menuItem } from '../../ui/menu.tsx';
import { AreaLink } from './area-link.tsx';
import { areaLinks } from './area-links.tsx';
import style from './bottom-bar.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { SignOutLink } from './sign-out-link.tsx';

const places = ['home', 'trips', 'payments', 'cards'] as const;
const further = ['products', 'addCard', 'account'] as const;

/** The navigation on a phone, within reach of the thumb. */
export function AreaBottomBar() {
  const t = useT();
  const trigger = (
    <>
      <MoreIcon />
      {t('nav.more')}
    </>
  );
  return (
    <nav className={style.bottom} aria-label={t('nav.main')}>
      <ul>
        {places.map((name) => (
          <Permitted key={name} to={areaLinks[name].route}>
            <li>
              <AreaLink name={name} className={style.tab} />
            </li>
          </Permitted>
        ))}
        <li>
          <Menu trigger={trigger} variant="quiet" className={style.tab}>
            {further.map((name) => (
              <AreaLink key={name} name={name} {...menuItem} />
            ))}
            <LanguageSwitch isLine />
            <SignOutLink {...menuItem} />
          </Menu>
        </li>
      </ul>
    </nav>
  );
}
