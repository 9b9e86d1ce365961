import { useT } from '../../lib/i18n.ts';
import { useOnline } from '../../lib/use-online.ts';
import style from './top-bar.module.css';

/** Says above every signed-in screen, and at what a guest follows, that there is no network, for as long as there is none. */
export function OfflineNote() {
  const t = useT();
  const isOnline = useOnline();
  return (
    <div role="status" className={style.offline}>
      {!isOnline && <p>{t('nav.offline')}</p>}
    </div>
  );
}
