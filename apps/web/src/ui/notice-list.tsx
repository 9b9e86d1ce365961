import { useT } from '../lib/i18n.ts';
import { clearNotices, markNoticesRead, useNotices } from '../lib/notices.ts';
import { BellIcon } from './area-icons.tsx';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';
import { NoticeIcon } from './notice-icon.tsx';
import style from './notice-list.module.css';
import { NoticeBody } from './toasts.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The bell and the notices behind it. */
export function NoticeList() {
  const { kept, unread } = useNotices();
  const t = useT();
  const bell = (
    <span className={style.bell}>
      <BellIcon />
      <VisuallyHidden>{t('nav.notices')}</VisuallyHidden>
      {unread > 0 && <span className={style.count}>{unread}</span>}
    </span>
  );
  return (
    <Menu trigger={bell} onOpen={markNoticesRead}>
      <div className={style.head}>
        <h2 className={style.title}>{t('nav.notices')}</h2>
        {kept.length > 0 && (
          <Button variant="quiet" onClick={clearNotices}>
            {t('nav.noticesClear')}
          </Button>
        )}
      </div>
      {kept.length === 0 && <p className={style.empty}>{t('nav.noticesEmpty')}</p>}
      <ul>
        {kept.map((notice) => (
          <li key={notice.uuid} className={style.notice}>
            <span className={style.icon} data-tone={notice.type}>
              <NoticeIcon type={notice.icon ?? notice.type} />
            </span>
            <NoticeBody notice={notice} />
          </li>
        ))}
      </ul>
    </Menu>
  );
}
